import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { crawlsQuery } from '~/api/queries';
import { useStartCrawl } from '~/api/start-crawl';
import { ErrorState } from '~/parts/problems/ErrorState';
import { StaleNote } from '~/parts/problems/StaleNote';
import { Button, buttonLook } from '~/ui/Button';
import { useTitle } from '~/ui/useTitle';
import { CrawlRow } from './CrawlRow';
import { Filters } from './Filters';
import { FirstUse } from './FirstUse';
import { ListSkeleton } from './ListSkeleton';
import { NoMatch } from './NoMatch';

/** All crawls, the newest first, live while the page is open. */
export function CrawlsPage() {
  useTitle('Crawls');
  const search = useSearch({ from: '/crawls' });
  const isFiltered = search.status !== undefined || search.search !== undefined;
  const list = useInfiniteQuery(crawlsQuery(search));
  const crawls = list.data?.pages.flatMap((page) => page.items);
  const beginning = useStartCrawl('/crawls/$id/graph');

  // A first crawl is listed before its root has answered; until then its form stays.
  if (beginning.isPending || (crawls?.length === 0 && !isFiltered)) return <FirstUse beginning={beginning} />;
  return (
    <div className="mx-auto flex w-full max-w-[1440px] flex-col gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h1 className="text-title">Crawls</h1>
        <Filters className="max-md:order-last max-md:w-full" />
        <Link to="/crawls/new" className={`${buttonLook('main')} ml-auto`}>
          <Plus size={17} aria-hidden="true" />
          New crawl
        </Link>
      </div>
      {list.error && crawls && (
        <StaleNote error={list.error} since={list.dataUpdatedAt} onRetry={() => void list.refetch()} />
      )}
      <div className="card overflow-hidden">
        {list.error && !crawls && (
          <ErrorState error={list.error} what="The crawls" onRetry={() => void list.refetch()} />
        )}
        {list.isPending && <ListSkeleton />}
        {crawls?.length === 0 && <NoMatch />}
        {crawls && crawls.length > 0 && (
          <ul aria-label="Crawls" className="divide-y divide-line">
            {crawls.map((crawl) => (
              <CrawlRow key={crawl.crawl_id} crawl={crawl} />
            ))}
          </ul>
        )}
      </div>
      {list.hasNextPage && (
        <Button
          className="self-center"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show older crawls
        </Button>
      )}
    </div>
  );
}
