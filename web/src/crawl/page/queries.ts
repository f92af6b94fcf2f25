/** Queries about one page. */

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '~/api/client';
import { keyOfCrawl } from '~/api/queries';

export type PageDetails = Schemas['PageDetails'];
export type LeadEnd = Schemas['LeadEnd'];
export type Direction = 'in' | 'out';

/** Enough to read; the rest of a long text is fetched on demand. */
const TEXT = 20_000;
export const WHOLE_TEXT = 1_000_000;
const LEADS = 50;

/** One page; its links are fetched when their tab is opened. */
export function pageQuery(id: string, pageId: string, text = TEXT) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'page', pageId, text],
    queryFn: ({ signal }) => {
      const params = { path: { crawl_id: id, page_id: pageId }, query: { text, leads: 0 } };
      return dataOf(api.GET('/api/v1/crawls/{crawl_id}/pages/{page_id}', { params, signal }));
    },
  });
}

export function leadsQuery(id: string, pageId: string, direction: Direction) {
  return infiniteQueryOptions({
    queryKey: [...keyOfCrawl(id), 'page', pageId, 'leads', direction],
    queryFn: ({ signal, pageParam }) => {
      const query = { direction, limit: LEADS, ...(pageParam && { cursor: pageParam }) };
      const params = { path: { crawl_id: id, page_id: pageId }, query };
      return dataOf(api.GET('/api/v1/crawls/{crawl_id}/pages/{page_id}/leads', { params, signal }));
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    staleTime: 30_000,
  });
}

/** The elements that a selector matches on the stored page. */
export function selectorQuery(id: string, pageId: string, selector: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'page', pageId, 'selector', selector],
    queryFn: async ({ signal }) => {
      const params = { path: { crawl_id: id, page_id: pageId } };
      const body = { selectors: { found: selector }, markdown: false };
      const page = await dataOf(
        api.POST('/api/v1/crawls/{crawl_id}/pages/{page_id}/extract', { params, body, signal }),
      );
      const found = page.extracted.found ?? [];
      return { parse: page.parse, elements: Array.isArray(found) ? found : [found] };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
