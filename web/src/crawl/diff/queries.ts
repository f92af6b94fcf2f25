/** Queries that compare a crawl with an earlier one. */

import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '~/api/client';
import { isOver, keyOfCrawl, type Progress } from '~/api/queries';

export type Difference = Schemas['Difference'];
export type Change = Difference['change'];

const LISTED = 50;
const SHOWN = 50;

/** Crawls of the same address that were over before this one began, the latest first. */
export function earlierQuery(progress: Progress) {
  const { crawl_id, submitted_url } = progress;
  return queryOptions({
    queryKey: [...keyOfCrawl(crawl_id), 'earlier'],
    queryFn: async ({ signal }) => {
      const params = { query: { search: submitted_url, limit: LISTED } };
      const { items } = await dataOf(api.GET('/api/v1/crawls', { params, signal }));
      return earlierOf(items, progress);
    },
    staleTime: 30_000,
  });
}

export function earlierOf(crawls: readonly Progress[], { submitted_url, created_at }: Progress): Progress[] {
  return crawls.filter(
    (crawl) => crawl.submitted_url === submitted_url && isOver(crawl.status) && crawl.created_at < created_at,
  );
}

export function diffQuery(id: string, earlier: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'diff', earlier],
    queryFn: async ({ signal }) => {
      const params = { path: { crawl_id: id }, query: { with: earlier, limit: SHOWN } };
      const answer = await dataOf(api.GET('/api/v1/crawls/{crawl_id}/diff', { params, signal }));
      return answer as Schemas['Compared'];
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
