import clsx from 'clsx';
import { isOver } from '~/api/queries';
import { useCrawl } from '../LiveContext';
import { Breakdown } from './Breakdown';
import { Charts } from './Charts';
import { Counters } from './Counters';
import { Depths } from './Depths';
import { Hosts } from './Hosts';
import { Log } from './Log';
import { NowFetching } from './NowFetching';
import { Summary } from './Summary';
import { useSeries } from './useSeries';

/** How far the crawl is, how it went until now, and what it does. */
export function ProgressTab() {
  const { progress } = useCrawl();
  const { series, most, left } = useSeries();
  const isDone = isOver(progress.status);
  return (
    <div className="mx-auto grid w-full max-w-[1440px] gap-4 p-4 sm:p-6 lg:grid-cols-2">
      <div className="flex flex-col gap-4 lg:col-span-2">
        {isDone && <Summary />}
        <Counters left={isDone ? undefined : left} />
      </div>
      <Charts series={series} highest={most} mean={isDone ? progress.pages_per_s : undefined} />
      <Breakdown />
      <Depths />
      <div className={clsx('grid gap-4 lg:col-span-2', !isDone && 'lg:grid-cols-2')}>
        {!isDone && <NowFetching />}
        <Hosts />
        {!isDone && <Log />}
      </div>
    </div>
  );
}
