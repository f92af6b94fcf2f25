import clsx from 'clsx';
import { useRef } from 'react';
import { count } from '~/words/figures';
import { FIGURES, type Figures } from '~/words/pages';

/** How much of a crawl is over: what failed, was skipped, too deep or cancelled counts, as it is not fetched. */
export function shareOver({ found, queued, fetching }: Figures): number {
  return found ? (found - queued - fetching) / found : 0;
}

/**
 * Fetched solid, failed hatched, in flight striped, queued empty.
 *
 * It never runs backwards: when what is found grows faster than what is over, the bar stays where it was.
 */
export function StackedBar({ figures, className }: { figures: Figures; className?: string }) {
  const { found, fetched, failed, skipped, too_deep, cancelled, fetching } = figures;
  const furthest = useRef(0);
  const share = shareOver(figures);
  furthest.current = Math.max(furthest.current, share);
  const scale = share > 0 ? furthest.current / share : 0;
  const part = (value: number) => `${found ? (value / found) * scale * 100 : 0}%`;
  const room = 1 - furthest.current;
  const flying = found ? Math.min(room, Math.max(fetching / found, fetching ? 0.01 : 0)) : 0;
  return (
    <div
      role="progressbar"
      aria-label="Pages that are done"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(furthest.current * 100)}
      aria-valuetext={textOf(figures)}
      className={clsx(
        'flex h-2 overflow-hidden rounded-chip bg-raised ring-1 ring-line ring-inset',
        className,
      )}
    >
      <span className="bg-done" style={{ width: part(fetched) }} />
      <span className="hatched" style={{ width: part(failed) }} />
      <span className="bg-control/50" style={{ width: part(skipped + too_deep + cancelled) }} />
      <span className="striped" style={{ width: `${flying * 100}%` }} />
    </div>
  );
}

/** "70 fetched, 14 too deep, of 84 found". */
function textOf(figures: Figures): string {
  const parts = FIGURES.filter(({ name }) => figures[name] > 0 || name === 'fetched');
  const words = parts.map(({ name, label }) => `${count(figures[name])} ${label.toLowerCase()}`);
  return `${words.join(', ')}, of ${count(figures.found)} found`;
}
