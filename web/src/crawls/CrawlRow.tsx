import { Link } from '@tanstack/react-router';
import { pacesOf, usePaces } from '~/api/paces';
import type { Progress } from '~/api/queries';
import { useSteering } from '~/api/steering';
import { Ago, Since } from '~/ui/Ago';
import { Button } from '~/ui/Button';
import { Sparkline } from '~/ui/Sparkline';
import { StackedBar } from '~/ui/StackedBar';
import { StatusMark } from '~/ui/Status';
import { pathOf, siteOf } from '~/words/addresses';
import { count, counted, duration, rate } from '~/words/figures';
import { limitWords, reasonWords } from '~/words/limits';
import { FIGURES } from '~/words/pages';
import { RowMenu } from './RowMenu';
import { Thumbnail } from './Thumbnail';

/** A crawl in the list. The whole row opens it. */
export function CrawlRow({ crawl }: { crawl: Progress }) {
  const path = pathOf(crawl.submitted_url);
  return (
    <li className="relative grid grid-cols-[40px_minmax(0,1fr)_32px] items-center gap-x-4 gap-y-2 px-4 py-3 hover:bg-raised md:grid-cols-[40px_minmax(0,4fr)_minmax(0,5fr)_96px_88px_32px]">
      <Thumbnail crawl={crawl} />
      <div className="min-w-0">
        <Link
          to="/crawls/$id"
          params={{ id: crawl.crawl_id }}
          title={crawl.submitted_url}
          className="block truncate font-medium before:absolute before:inset-0 before:content-[''] hover:underline"
        >
          <bdi>{siteOf(crawl.submitted_url)}</bdi>
          {path !== '/' && <bdi className="font-normal text-muted">{path}</bdi>}
        </Link>
        <p className="flex min-w-0 items-baseline gap-1.5 text-label text-muted">
          <StatusMark status={crawl.status} />
          <span className="truncate">
            {[limitWords(crawl), reasonWords(crawl) || `${counted(crawl.max_depth, 'click')} deep`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
      </div>
      <div className="min-w-0 max-md:order-last max-md:col-span-full">
        <Figures crawl={crawl} />
      </div>
      <Pace crawl={crawl} />
      <p className="text-right text-label whitespace-nowrap text-muted max-md:hidden">
        <Times crawl={crawl} />
      </p>
      <RowMenu crawl={crawl} />
    </li>
  );
}

function Figures({ crawl }: { crawl: Progress }) {
  const { figures } = crawl;
  const rest = FIGURES.filter(({ name }) => figures[name] > 0 && name !== 'fetched').map(
    ({ name, label }) => `${count(figures[name])} ${label.toLowerCase()}`,
  );
  return (
    <>
      <StackedBar figures={figures} />
      <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-label">
        <span>
          <span className="font-medium">{count(figures.fetched)} fetched</span>{' '}
          <span className="text-muted">of {count(figures.found)} found</span>
        </span>
        <span className="text-muted">{rest.join(' · ')}</span>
      </p>
    </>
  );
}

function Pace({ crawl }: { crawl: Progress }) {
  const paceOf = usePaces();
  if (crawl.status === 'paused') return <Resume id={crawl.crawl_id} />;
  if (crawl.status !== 'running') return <span className="max-md:hidden" />;
  return (
    <div className="text-right text-label max-md:hidden">
      <p>{rate(paceOf(crawl.crawl_id))}</p>
      <Sparkline
        values={pacesOf(crawl.crawl_id)}
        label="Pages per second in the last minute"
        className="ml-auto text-running"
      />
    </div>
  );
}

function Resume({ id }: { id: string }) {
  const steering = useSteering(id);
  return (
    <Button
      size="small"
      className="relative z-10 justify-self-end max-md:hidden"
      isBusy={steering.isPending}
      onClick={() => steering.mutate('resume')}
    >
      Resume
    </Button>
  );
}

function Times({ crawl }: { crawl: Progress }) {
  if (crawl.finished_at) {
    return (
      <>
        <Ago at={crawl.finished_at} />
        <br />
        {duration(crawl.duration_s)}
      </>
    );
  }
  return crawl.started_at ? (
    <>
      <Since at={crawl.started_at} />
      <br />
      so far
    </>
  ) : (
    <Ago at={crawl.created_at} />
  );
}
