import { adviceOf, ProblemError, requestIdOf, Unreachable, wordsOf } from '~/api/problems';

/** Why there is no page: plainly first, then in the server's words. */
export function Failure({ error }: { error: Error }) {
  const id = requestIdOf(error);
  const advice = adviceOf(error);
  return (
    <div role="alert" className="flex gap-3 p-4">
      <span aria-hidden="true" className="text-failed">
        ✕
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        <p className="text-section">{causeOf(error)}</p>
        <p>
          <bdi>{wordsOf(error)}</bdi>
        </p>
        {advice && <p>{advice}</p>}
        {id && (
          <p className="text-caption text-muted">
            Request <code className="font-mono select-all">{id}</code>
          </p>
        )}
      </div>
    </div>
  );
}

const CAUSES: Record<number, string> = {
  422: 'This cannot be fetched',
  429: 'Too many pages are being waited for',
  502: 'No usable answer came',
  504: 'No answer came in time',
};

function causeOf(error: Error): string {
  if (error instanceof Unreachable) return 'Leadline does not answer';
  if (!(error instanceof ProblemError)) return 'The page was not fetched';
  if (error.kind === 'refused-by-robots') return 'robots.txt forbids this page';
  if (error.status === 403) return 'This address may not be fetched from here';
  return CAUSES[error.status] ?? 'The page was not fetched';
}
