import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '~/api/client';
import { keyOfCrawl } from '~/api/queries';

/** The bytes as they came. */
export function htmlQuery(id: string, pageId: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'page', pageId, 'html'],
    queryFn: ({ signal }) =>
      dataOf<ArrayBuffer>(
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
