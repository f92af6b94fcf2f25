import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import clsx from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { crawlsQuery, type Status } from '~/api/queries';
import { FilterChip } from '~/ui/Chip';
import { INPUT } from '~/ui/Field';
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
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    function listen(event: KeyboardEvent): void {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    }
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  function show(changed: Partial<CrawlsSearch>): void {
    void navigate({ search: (before) => ({ ...before, ...changed }), replace: true });
  }

  return (
    <search className={clsx('flex min-w-0 flex-wrap items-center gap-2', className)}>
      <label className="relative min-w-0">
        <span className="sr-only">Search by address</span>
        <Search
          size={15}
          aria-hidden="true"
          className="pointer-events-none absolute top-2 left-2.5 text-muted"
        />
        <input
          ref={field}
          type="search"
          placeholder="Search  /"
          value={search.search ?? ''}
          onChange={(event) => show({ search: event.target.value || undefined } as Partial<CrawlsSearch>)}
          className={`${INPUT} h-8 max-w-52 pl-8 text-label`}
        />
      </label>
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
