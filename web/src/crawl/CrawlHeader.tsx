import { isOver } from '~/api/queries';
import { Ago, Since } from '~/ui/Ago';
import { StackedBar } from '~/ui/StackedBar';
import { StatusMark } from '~/ui/Status';
import { shortOf, siteOf } from '~/words/addresses';
import { counted, duration } from '~/words/figures';
import { CrawlActions } from './CrawlActions';
import { CrawlTabs } from './CrawlTabs';
import { HeaderCounts } from './HeaderCounts';
import { useCrawl } from './LiveContext';
import { LivePill } from './LivePill';

/** The same over all tabs: what it is, how it is, what can be done. */
export function CrawlHeader() {
  const { progress } = useCrawl();
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex w-full max-w-[1440px] flex-col gap-3 px-4 pt-4 sm:px-6">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <h1 className="truncate text-title" title={progress.submitted_url}>
              <bdi>{siteOf(progress.submitted_url)}</bdi>
            </h1>
            <Sentence />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <LivePill />
            <CrawlActions />
          </div>
        </div>
        <div className="flex flex-col gap-1.5">
          <StackedBar counts={progress} />
          <HeaderCounts />
        </div>
        <CrawlTabs />
      </div>
    </header>
  );
}

function Sentence() {
  const { progress } = useCrawl();
  const { status, reason, started_at, finished_at } = progress;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-body text-muted">
      <StatusMark status={status} />
      {reason && <span className="text-ink">{reason}</span>}
      <bdi className="max-w-full truncate font-mono text-label">{shortOf(progress.submitted_url)}</bdi>
      <span>{counted(progress.requested_depth - 1, 'click')} deep</span>
      {started_at && !isOver(status) && (
        <span>
          for <Since at={started_at} />
        </span>
      )}
      {finished_at && (
        <span>
          ended <Ago at={finished_at} /> after {duration(progress.duration_s)}
        </span>
      )}
    </p>
  );
}
