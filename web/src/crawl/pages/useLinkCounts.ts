import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type List, linksQuery, listQuery, withLinks } from './list';
import type { PagesSearch } from './search';

/**
 * Adds links in and out to the rows of a list, chunk by chunk.
 *
 * To count them the server reads all links of a crawl, seconds for a large one: the table does not wait for it.
 */
export function useLinkCounts(
  id: string,
  asked: PagesSearch,
  list: List | undefined,
  isWanted: boolean,
): void {
  const client = useQueryClient();
  const place = list?.pages.findIndex((chunk) => !chunk.isCounted) ?? -1;
  const cursor = String(list?.pageParams[place] ?? '');
  const { data } = useQuery({
    ...linksQuery(id, asked, cursor, list?.pages[place]?.seq ?? 0),
    enabled: isWanted && place >= 0,
  });
  useEffect(() => {
    if (!data) return;
    client.setQueryData(listQuery(id, asked).queryKey, (before) => before && withLinks(before, data));
  }, [client, id, asked, data]);
}
