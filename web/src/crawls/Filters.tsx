import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import clsx from 'clsx';
import { crawlsQuery, type Status } from '~/api/queries';
import { FilterChip } from '~/ui/Chip';
import { SearchField } from '~/ui/SearchField';
import { wordOf } from '~/ui/Status';
import type { CrawlsSearch } from './search';

const OFFERED = [
  'running',
  'paused',
  'completed',
  'cancelled',
  'failed',
] as const satisfies readonly Status[];

/** Search and status. `/` goes to the search. */
export function Filters({ className }: { className?: string }) {
  const search = useSearch({ from: '/crawls' });
  const navigate = useNavigate({ from: '/crawls' });
  const counts = useCounts();

  function show(changed: Partial<CrawlsSearch>): void {
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  }

  return (
    <search className={clsx('flex min-w-0 flex-wrap items-center gap-2', className)}>
      <SearchField
        label="Search by address"
        placeholder="Search  /"
        value={search.search ?? ''}
        onChange={(event) => show({ search: event.target.value || undefined } as Partial<CrawlsSearch>)}
        className="h-8 max-w-52"
      />
      {OFFERED.filter((status) => counts?.get(status) || search.status === status).map((status) => (
        <FilterChip
          key={status}
          isOn={search.status === status}
          count={counts?.get(status)}
          onToggle={() =>
            show({ status: search.status === status ? undefined : status } as Partial<CrawlsSearch>)
          }
        >
          {wordOf(status)}
        </FilterChip>
      ))}
    </search>
  );
}

/** How many crawls there are in each status, as far as the list is loaded. */
function useCounts(): Map<Status, number> | undefined {
  const { data } = useInfiniteQuery(crawlsQuery());
  if (!data) return undefined;
  const counts = new Map<Status, number>();
  for (const { status } of data.pages.flatMap((page) => page.items)) {
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return counts;
}
