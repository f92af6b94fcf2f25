import { requestIdOf, wordsOf } from '~/api/problems';

/** Why the crawl was not begun. Nothing was stored, so it can be tried again as it is. */
export function Rejection({ error }: { error: Error }) {
  const id = requestIdOf(error);
  return (
    <div role="alert" className="card flex gap-3 border-failed px-4 py-3 text-left text-ink">
      <span aria-hidden="true" className="text-failed">
        ✕
      </span>
      <div className="min-w-0">
        <p>{wordsOf(error)}</p>
        <p className="text-caption text-muted">
          No crawl was started.
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
