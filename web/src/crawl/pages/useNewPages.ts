import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, got } from '~/api/client';
import { isOver, keyOfCrawl } from '~/api/queries';
import { useCrawl } from '../LiveContext';
import { filtersOf } from './filters';
import { type List, listQuery, patched, rowOf } from './list';
import type { PagesSearch } from './search';

const ASKED = 200;
const EVERY_MS = 3_000;

export interface News {
  count: number;
  /** Whether there are more of them than were counted. */
  isMore: boolean;
}

/**
 * How many pages of a list have ended since it was loaded.
 *
 * Those of them that it shows already are shown as they are now, where they stand.
 */
export function useNewPages(id: string, asked: PagesSearch, list: List | undefined): News {
  const { progress } = useCrawl();
  const client = useQueryClient();
  const since = list?.pages[0]?.seq;
  const ended = since === undefined ? 0 : progress.seq - since;
  const { data } = useQuery({
    queryKey: [...keyOfCrawl(id), 'new pages', asked, since],
    queryFn: async ({ signal }) => {
      const query = { ...asked, sort: 'seq', order: 'desc', after_seq: since ?? 0, limit: ASKED } as const;
      const params = { path: { crawl_id: id }, query };
      const { items, next } = await got(api.GET('/api/v1/crawls/{crawl_id}/pages', { params, signal }));
      return { rows: items.map(rowOf), isMore: next !== null };
    },
    enabled: ended > 0,
    refetchInterval: isOver(progress.status) ? false : EVERY_MS,
  });

  useEffect(() => {
    if (!data) return;
    client.setQueryData(listQuery(id, asked).queryKey, (before) => before && patched(before, data.rows));
  }, [client, id, asked, data]);

  if (ended === 0 || !data) return { count: 0, isMore: false };
  if (filtersOf(asked).length === 0) return { count: ended, isMore: false };
  return { count: data.rows.length, isMore: data.isMore };
}
