import { useQuery } from '@tanstack/react-query';
import { isOver } from '~/api/queries';
import { type Bar, BarList } from '~/ui/BarList';
import { DepthChip, depthGround } from '~/ui/Depth';
import { SkeletonRows } from '~/ui/Skeleton';
import { useCrawl } from '../LiveContext';
import { statsQuery } from '../queries';

const LOOK_MS = 10_000;

/** Pages by their distance from the first, in the colours that depth has everywhere. */
export function Depths() {
  const { id, progress } = useCrawl();
  const stats = useQuery({ ...statsQuery(id), refetchInterval: isOver(progress.status) ? false : LOOK_MS });
  const depths = Object.entries(stats.data?.by_depth ?? {}).map(
    ([depth, figure]) => [Number(depth), figure] as const,
  );
  const bars = depths.map(
    ([depth, figure]): Bar => ({
      key: String(depth),
      name: <DepthChip depth={depth} />,
      figure,
      look: depthGround(depth),
      to: { to: '/crawls/$id/pages', params: { id }, search: { depth } },
    }),
  );
  return (
    <section className="card flex min-w-0 flex-col gap-2 p-4">
      <h2 className="text-section">By depth</h2>
      {stats.isPending ? (
        <SkeletonRows rows={3} />
      ) : (
        <BarList
          bars={bars}
          names="short"
          empty={stats.error ? 'The server does not tell now.' : 'Nothing was found yet.'}
        />
      )}
    </section>
  );
}
