import { ErrorState } from '~/parts/problems/ErrorState';
import { StaleNote } from '~/parts/problems/StaleNote';
import { count, counted } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import { useStats } from '../queries';
import { BarCard } from './BarCard';
import { depthBars, hostBars, ruleBars, stateBars, statusBars, typeBars } from './bars';
import { Standouts } from './Standouts';
import { StatsSkeleton } from './StatsSkeleton';
import { Times } from './Times';

/** The statistics of a crawl. Every number leads to the pages it counts. */
export function StatsTab() {
  const { id, progress } = useCrawl();
  const { data, error, refetch, dataUpdatedAt } = useStats();
  if (!data) {
    if (!error) return <StatsSkeleton pages={progress.figures.found} />;
    return (
      <ErrorState
        error={error}
        what="The statistics"
        still="The crawl itself is not affected."
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className="mx-auto flex w-full max-w-[1440px] flex-col gap-4 p-4 sm:p-6">
      {error && <StaleNote error={error} since={dataUpdatedAt} onRetry={() => void refetch()} />}
      <Times latency={data.latency_ms} />
      <div className="-mb-4 gap-4 md:columns-2 xl:columns-3">
        <BarCard
          title="State"
          counted={`${count(data.figures.found)} found`}
          bars={stateBars(id, data)}
          empty="Nothing was found yet."
        />
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
          counted={counted(data.hosts, 'host')}
          bars={hostBars(id, data)}
          empty="Only the first page is known."
          names="long"
        />
        <BarCard
          title="Skipped by rule"
          counted={`${count(data.figures.skipped)} skipped`}
          bars={ruleBars(id, data)}
          empty="No page was skipped."
          names="long"
        />
        <Standouts stats={data} />
      </div>
    </div>
  );
}
