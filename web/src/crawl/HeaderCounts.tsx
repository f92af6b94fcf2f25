import { FiguresLine } from './FiguresLine';
import { useCrawl } from './LiveContext';
import { useIsStale } from './LivePill';

/** The figures of the bar in words. */
export function HeaderCounts() {
  const { id, progress } = useCrawl();
  return (
    <FiguresLine id={id} figures={progress.figures} className={useIsStale() ? 'text-muted' : 'text-ink'} />
  );
}
