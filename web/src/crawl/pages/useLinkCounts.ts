import { useQuery } from '@tanstack/react-query';
import { type List, linksQuery } from './list';
import type { PagesSearch } from './search';

/**
 * Adds links in and out to the rows of a list, chunk by chunk.
 *
 * To count them the server reads all links of a crawl, seconds for a large one: the table does not wait for it.
 */
export function useLinkCounts(
  id: string,
  search: PagesSearch,
  list: List | undefined,
  isWanted: boolean,
): void {
  const place = list?.pages.findIndex((chunk) => !chunk.isCounted) ?? -1;
  const cursor = String(list?.pageParams[place] ?? '');
  useQuery({
    ...linksQuery(id, search, cursor, list?.pages[place]?.seq ?? 0),
    enabled: isWanted && place >= 0,
  });
}
