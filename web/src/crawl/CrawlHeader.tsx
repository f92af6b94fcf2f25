import { StackedBar } from '~/ui/StackedBar';
import { siteOf } from '~/words/addresses';
import { CrawlActions } from './CrawlActions';
import { CrawlTabs } from './CrawlTabs';
import { HeaderCounts } from './HeaderCounts';
import { useCrawl } from './LiveContext';
import { LivePill } from './LivePill';
import { Sentence } from './Sentence';

/** The header over all tabs: name, status and actions. */
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
            <Sentence progress={progress} />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <LivePill />
            <CrawlActions />
          </div>
        </div>
        <div className="flex flex-col gap-1.5">
          <StackedBar figures={progress.figures} />
          <HeaderCounts />
        </div>
        <CrawlTabs />
      </div>
    </header>
  );
}
