import { Outlet, useParams } from '@tanstack/react-router';
import { isOver, type Progress } from '~/api/queries';
import { useLive } from '~/api/useLive';
import { ErrorState } from '~/parts/problems/ErrorState';
import { AfterDelay } from '~/ui/Skeleton';
import { shareOver } from '~/ui/StackedBar';
import { useTitle } from '~/ui/useTitle';
import { siteOf } from '~/words/addresses';
import { percent } from '~/words/figures';
import { CrawlHeader } from './CrawlHeader';
import { GoneCrawl } from './GoneCrawl';
import { HeaderSkeleton } from './HeaderSkeleton';
import { LiveContext } from './LiveContext';

/** A crawl: its header over all tabs, and one of them. */
export function CrawlPage() {
  const { id } = useParams({ from: '/crawls/$id' });
  return <OneCrawl key={id} id={id} />;
}

function OneCrawl({ id }: { id: string }) {
  const live = useLive(id);
  const { progress } = live;
  useTitle(progress && titleOf(progress));
  if (!progress) {
    if (live.error) {
      return <ErrorState error={live.error} what="This crawl" onRetry={live.retry} heading="h1" />;
    }
    return (
      <AfterDelay>
        <HeaderSkeleton />
      </AfterDelay>
    );
  }
  if (live.connection === 'gone') return <GoneCrawl site={siteOf(progress.submitted_url)} />;
  return (
    <LiveContext value={{ ...live, id, progress }}>
      <CrawlHeader />
      <Outlet />
    </LiveContext>
  );
}

function titleOf(progress: Progress): string {
  const site = siteOf(progress.submitted_url);
  return isOver(progress.status) ? site : `(${percent(shareOver(progress.figures))}) ${site}`;
}
