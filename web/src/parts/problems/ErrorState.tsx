import { RotateCw } from 'lucide-react';
import { ProblemError, requestIdOf, wordsOf } from '~/api/problems';
import { Button } from '~/ui/Button';

interface ErrorStateProps {
  error: unknown;
  /** The part that could not be shown: "The pages of this crawl". */
  what: string;
  /** Reassurance: "The crawl continues; only this view lost contact." */
  still?: string;
  onRetry?: () => void;
  /** `h1` where it is all that the page has. */
  heading?: 'p' | 'h1';
}

/**
 * An error with its reason, the id of the request in the server's log, and a button to retry.
 *
 * Empty where an API key is needed: the dialog that asks for it loads everything again.
 */
export function ErrorState({ error, what, still, onRetry, heading: Heading = 'p' }: ErrorStateProps) {
  const id = requestIdOf(error);
  if (error instanceof ProblemError && error.status === 401) return null;
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <Heading className="text-section">
        <span aria-hidden="true" className="mr-2 text-failed">
          ✕
        </span>
        {what} could not be shown
      </Heading>
      <p className="max-w-prose">{wordsOf(error)}</p>
      {still && <p className="max-w-prose text-muted">{still}</p>}
      {id && (
        <p className="text-caption text-muted">
          Request <code className="font-mono select-all">{id}</code>
        </p>
      )}
      {onRetry && (
        <Button className="mt-2" icon={<RotateCw size={16} aria-hidden="true" />} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
