import clsx from 'clsx';
import { useRef } from 'react';
import { count } from '~/words/figures';

export interface Counts {
  completed: number;
  failed: number;
  skipped: number;
  cancelled: number;
  in_progress: number;
  total: number;
}

/** How much of a crawl is over: what failed, was skipped or cancelled counts, as it will not come back. */
export function shareDone(counts: Counts): number {
  const over = counts.completed + counts.failed + counts.skipped + counts.cancelled;
  return counts.total ? over / counts.total : 0;
}

/**
 * Done solid, failed hatched, in flight striped, queued empty.
 *
 * It never runs backwards: when the total grows faster than what is done, the bar stays where it was.
 */
export function StackedBar({ counts, className }: { counts: Counts; className?: string }) {
  const furthest = useRef(0);
  const share = shareDone(counts);
  furthest.current = Math.max(furthest.current, share);
  const scale = share > 0 ? furthest.current / share : 0;
  const part = (value: number) => `${counts.total ? (value / counts.total) * scale * 100 : 0}%`;
  const room = 1 - furthest.current;
  const flying = counts.total
    ? Math.min(room, Math.max(counts.in_progress / counts.total, counts.in_progress ? 0.01 : 0))
    : 0;
  return (
    <div
      role="progressbar"
      aria-label="Pages that are over"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(furthest.current * 100)}
      aria-valuetext={`${count(counts.completed)} done, ${count(counts.failed)} failed, ${count(counts.skipped)} skipped, of ${count(counts.total)}`}
      className={clsx(
        'flex h-2 overflow-hidden rounded-chip bg-raised ring-1 ring-line ring-inset',
        className,
      )}
    >
      <span className="bg-done" style={{ width: part(counts.completed) }} />
      <span className="hatched" style={{ width: part(counts.failed) }} />
      <span className="bg-control" style={{ width: part(counts.skipped + counts.cancelled) }} />
      <span className="striped" style={{ width: `${flying * 100}%` }} />
    </div>
  );
}
