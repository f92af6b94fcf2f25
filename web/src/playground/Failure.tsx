import { requestIdOf, wordsOf } from '~/api/problems';
import { titleOf } from './failures';

/** Why there is no page: plainly first, then in the server's words. */
export function Failure({ error }: { error: Error }) {
  const id = requestIdOf(error);
  return (
    <div role="alert" className="flex gap-3 p-4">
      <span aria-hidden="true" className="text-failed">
        ✕
      </span>
      <div className="flex min-w-0 flex-col gap-1">
        <p className="text-section">{titleOf(error)}</p>
        <p>
          <bdi>{wordsOf(error)}</bdi>
        </p>
        {id && (
          <p className="text-caption text-muted">
            Request <code className="font-mono select-all">{id}</code>
          </p>
        )}
      </div>
    </div>
  );
}
