import { wordsOf } from '~/api/problems';
import { Button } from '~/ui/Button';
import { timeOfDay } from '~/words/figures';

interface StaleNoteProps {
  error: unknown;
  /** When what is shown was true. */
  since: number;
  onRetry: () => void;
}

/** Old figures stay; this says from when they are. */
export function StaleNote({ error, since, onRetry }: StaleNoteProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-raised px-3 py-1.5 text-label"
    >
      <span className="text-warning" aria-hidden="true">
        !
      </span>
      <span>
        From {timeOfDay(new Date(since))}. {wordsOf(error)}
      </span>
      <Button look="quiet" size="small" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
