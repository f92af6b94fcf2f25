import { type Bar, BarList } from '~/ui/BarList';
import { DepthChip, depthGround } from '~/ui/Depth';
import { SkeletonRows } from '~/ui/Skeleton';
import { useCrawl } from '../LiveContext';
import { type Statistics, useStats } from '../queries';

/** Pages by their distance from the first, in the colours that depth has everywhere. */
export function Depths() {
  const { id, progress } = useCrawl();
  const stats = useStats();
  return (
    <section aria-label="By depth" className="card flex min-w-0 flex-col gap-2 p-4">
      <h2 className="text-section">By depth</h2>
      {stats.isPending ? (
        <SkeletonRows rows={3} />
      ) : (
        <BarList
          bars={stats.data ? barsOf(id, stats.data, progress.figures.found) : []}
          names="short"
          empty={stats.error ? 'The server does not answer now.' : 'Nothing was found yet.'}
        />
      )}
    </section>
  );
}

/** One bar for each depth, and one for pages that were found after the server counted: together all that are found. */
function barsOf(id: string, { by_depth }: Statistics, found: number): Bar[] {
  const bars = Object.entries(by_depth).map(
    ([depth, figure]): Bar => ({
      key: depth,
      name: <DepthChip depth={Number(depth)} />,
      figure,
      look: depthGround(Number(depth)),
      to: { to: '/crawls/$id/pages', params: { id }, search: { depth: Number(depth) } },
    }),
  );
  const rest = found - bars.reduce((sum, bar) => sum + bar.figure, 0);
  if (rest <= 0) return bars;
  return [...bars, { key: 'new', name: <NotCounted />, figure: rest, look: 'striped', isLong: true }];
}

function NotCounted() {
  return (
    <span title="Their depth is shown in a few seconds" className="text-muted">
      found since the last count
    </span>
  );
}
