import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useSearch } from '@tanstack/react-router';
import { ErrorState } from '~/parts/problems/ErrorState';
import { StaleNote } from '~/parts/problems/StaleNote';
import { useStore } from '~/state/store';
import { useMedia } from '~/ui/useMedia';
import { useCrawl } from '../LiveContext';
import { NeighboursContext } from '../page/neighbours';
import { columnsStore } from './chosen-columns';
import { FilterBar } from './FilterBar';
import { listQuery, renew } from './list';
import { MiniGraph } from './MiniGraph';
import { isMiniGraphShownStore } from './mini-graph-state';
import { NewPages } from './NewPages';
import { NoMatch } from './NoMatch';
import { PageTable } from './PageTable';
import { pagesSearch } from './search';
import { TableSkeleton } from './TableSkeleton';
import { useLinkCounts } from './useLinkCounts';
import { useNeighbours } from './useNeighbours';
import { useNewPages } from './useNewPages';

/** All pages of a crawl that meet the filters, in a table that does not move by itself. */
export function PagesTab() {
  const { id } = useCrawl();
  // Nothing else of the address concerns the list: not what is shown of a page over it.
  const search = useSearch({ from: '/crawls/$id/pages', select: pagesSearch, structuralSharing: true });
  const client = useQueryClient();
  const query = useInfiniteQuery(listQuery(id, search));
  const chunks = query.data?.pages;
  const neighbours = useNeighbours(chunks ?? []);
  const news = useNewPages(id, search, query.data);
  const columns = useStore(columnsStore);
  const isLinks = useMedia('(width >= 40rem)') && (columns.has('links_in') || columns.has('links_out'));
  useLinkCounts(id, search, query.data, isLinks);
  const isGraphWanted = useStore(isMiniGraphShownStore);
  const isGraph = useMedia('(width >= 80rem)') && isGraphWanted;
  const isEmpty = chunks?.[0]?.rows.length === 0;

  return (
    <div className="mx-auto flex w-full max-w-[1440px] flex-col gap-3 p-4 sm:p-6">
      <FilterBar chunks={chunks} />
      {query.error && chunks && (
        <StaleNote
          error={query.error}
          since={query.dataUpdatedAt}
          onRetry={() => void query.fetchNextPage()}
        />
      )}
      {query.isPending && <TableSkeleton />}
      {query.error && !chunks && (
        <ErrorState
          error={query.error}
          what="The pages of this crawl"
          still="The crawl itself is not affected."
          onRetry={() => void query.refetch()}
        />
      )}
      {isEmpty && <NoMatch />}
      {chunks && !isEmpty && (
        <div className={isGraph ? 'grid grid-cols-[minmax(0,1fr)_218px] items-start gap-4' : ''}>
          <PageTable
            // Another list starts at its first row.
            key={JSON.stringify(search)}
            chunks={chunks}
            isMore={query.hasNextPage}
            onMore={query.isFetching || query.error ? undefined : () => void query.fetchNextPage()}
          />
          {isGraph && <MiniGraph />}
        </div>
      )}
      <NewPages news={news} onShow={() => renew(client, id, search)} isEmpty={isEmpty} />
      <NeighboursContext value={neighbours}>
        <Outlet />
      </NeighboursContext>
    </div>
  );
}
