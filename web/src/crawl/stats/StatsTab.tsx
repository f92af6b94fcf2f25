import { useQuery } from '@tanstack/react-query';
import { isOver } from '~/api/queries';
import { ErrorState, StaleNote } from '~/ui/States';
import { useCrawl } from '../LiveContext';
import { statsQuery } from '../queries';
import { BarCard } from './BarCard';
import { depthBars, hostBars, ruleBars, statusBars, typeBars } from './bars';
import { Standouts } from './Standouts';
import { StatsSkeleton } from './StatsSkeleton';
import { Times } from './Times';

const LOOK_MS = 10_000;

/** What the pages of a crawl are like. Every number leads to the pages it counts. */
export function StatsTab() {
  const { id, progress } = useCrawl();
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...statsQuery(id),
    refetchInterval: isOver(progress.status) ? false : LOOK_MS,
  });
  if (!data) {
    if (!error) return <StatsSkeleton pages={progress.total} />;
    return (
      <ErrorState
        error={error}
        what="The statistics"
        still="The crawl itself is not touched by it."
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className="mx-auto flex w-full max-w-[1440px] flex-col gap-4 p-4 sm:p-6">
      {error && <StaleNote error={error} since={dataUpdatedAt} onRetry={() => void refetch()} />}
      <Times latency={data.latency_ms} />
      <div className="-mb-4 gap-4 md:columns-2 xl:columns-3">
        <BarCard title="Status" names="short" bars={statusBars(id, data)} empty="Nothing has answered yet." />
        <BarCard
          title="Depth"
          names="short"
          bars={depthBars(id, data)}
          empty="Only the first page is known."
        />
        <BarCard title="Type" bars={typeBars(id, data)} empty="Nothing has answered yet." names="long" />
        <BarCard
          title="Hosts"
          count={data.hosts}
          bars={hostBars(id, data)}
          empty="Only the first page is known."
          names="long"
        />
        <BarCard
          title="Left out by rule"
          bars={ruleBars(id, data)}
          empty="No rule left anything out."
          names="long"
        />
        <Standouts stats={data} />
      </div>
      <p className="text-caption text-muted">
        Counted are the pages that were found: the one where the crawl began is in none of the counts.
      </p>
    </div>
  );
}
