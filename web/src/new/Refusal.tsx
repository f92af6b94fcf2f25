import { adviceOf, requestIdOf, wordsOf } from '~/api/problems';

/** Why the crawl was not begun. Nothing was stored, so it can be tried again as it is. */
export function Refusal({ error }: { error: Error }) {
  const id = requestIdOf(error);
  const advice = adviceOf(error);
  return (
    <div role="alert" className="card flex gap-3 border-failed px-4 py-3 text-left text-ink">
      <span aria-hidden="true" className="text-failed">
        ✕
      </span>
      <div className="min-w-0">
        <p>{wordsOf(error)}</p>
        {advice && <p>{advice}</p>}
        <p className="text-caption text-muted">
          Nothing was begun.
          {id && (
            <>
              {' '}
              Request <code className="font-mono select-all">{id}</code>
            </>
          )}
        </p>
      </div>
    </div>
  );
}
