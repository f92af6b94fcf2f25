import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '~/api/client';
import { isOver, keyOfCrawl } from '~/api/queries';
import { useCrawl } from '../LiveContext';
import { filtersOf } from './filters';
import { type List, listQuery, patched, rowOf } from './list';
import type { PagesSearch } from './search';

const MOST_NEW = 200;
const EVERY_MS = 3_000;

export interface News {
  count: number;
  /** Whether there are more of them than were counted. */
  isMore: boolean;
}

/**
 * How many pages of a list have ended since it was loaded.
 *
 * Pages that the list shows already get their new state, in place.
 */
export function useNewPages(id: string, search: PagesSearch, list: List | undefined): News {
  const { progress } = useCrawl();
  const since = list?.pages[0]?.seq;
  const ended = since === undefined ? 0 : progress.seq - since;
  const { data } = useQuery({
    queryKey: [...keyOfCrawl(id), 'new pages', search, since],
    queryFn: async ({ client, signal }) => {
      const query = {
        ...search,
        sort: 'seq',
        order: 'desc',
        after_seq: since ?? 0,
        limit: MOST_NEW,
      } as const;
      const params = { path: { crawl_id: id }, query };
      const { items, next } = await dataOf(api.GET('/api/v1/crawls/{crawl_id}/pages', { params, signal }));
      const rows = items.map(rowOf);
      client.setQueryData(listQuery(id, search).queryKey, (before) => before && patched(before, rows));
      return { count: rows.length, isMore: next !== null };
    },
    enabled: ended > 0,
    refetchInterval: isOver(progress.status) ? false : EVERY_MS,
  });

  if (ended === 0 || !data) return { count: 0, isMore: false };
  if (filtersOf(search).length === 0) return { count: ended, isMore: false };
  return data;
}
