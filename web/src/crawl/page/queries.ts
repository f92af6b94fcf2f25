/** What is asked about one page. */

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, got, type Schemas } from '~/api/client';
import { keyOfCrawl } from '~/api/queries';

export type PageDetails = Schemas['PageDetails'];
export type LeadEnd = Schemas['LeadEnd'];
export type Direction = 'in' | 'out';

/** Enough to read; who wants all of a long text asks for it. */
const TEXT = 20_000;
export const WHOLE_TEXT = 1_000_000;
const LEADS = 50;

/** Its leads are asked for when somebody looks at them. */
export function pageQuery(id: string, pageId: string, text = TEXT) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'page', pageId, text],
    queryFn: ({ signal }) => {
      const params = { path: { crawl_id: id, page_id: pageId }, query: { text, leads: 0 } };
      return got(api.GET('/api/v1/crawls/{crawl_id}/pages/{page_id}', { params, signal }));
    },
  });
}

export function leadsQuery(id: string, pageId: string, direction: Direction) {
  return infiniteQueryOptions({
    queryKey: [...keyOfCrawl(id), 'page', pageId, 'leads', direction],
    queryFn: ({ signal, pageParam }) => {
      const query = { direction, limit: LEADS, ...(pageParam && { cursor: pageParam }) };
      const params = { path: { crawl_id: id, page_id: pageId }, query };
      return got(api.GET('/api/v1/crawls/{crawl_id}/pages/{page_id}/leads', { params, signal }));
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    staleTime: 30_000,
  });
}

/** What a selector finds on the page as it is kept. */
export function selectorQuery(id: string, pageId: string, selector: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'page', pageId, 'selector', selector],
    queryFn: async ({ signal }) => {
      const params = { path: { crawl_id: id, page_id: pageId } };
      const body = { selectors: { found: selector }, markdown: false };
      const page = await got(
        api.POST('/api/v1/crawls/{crawl_id}/pages/{page_id}/extract', { params, body, signal }),
      );
      const found = page.extracted.found ?? [];
      return { parse: page.parse, elements: Array.isArray(found) ? found : [found] };
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** The bytes as they came. */
export function htmlQuery(id: string, pageId: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'page', pageId, 'html'],
    queryFn: ({ signal }) =>
      got<ArrayBuffer>(
        api.GET('/api/v1/crawls/{crawl_id}/pages/{page_id}/html', {
          params: { path: { crawl_id: id, page_id: pageId } },
          parseAs: 'arrayBuffer',
          signal,
        }) as Promise<{ data?: ArrayBuffer }>,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  });
}
