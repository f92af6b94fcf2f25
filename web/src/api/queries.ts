/** What is asked of the server, under which name it is kept, and when it is asked again. */

import { QueryClient, queryOptions } from '@tanstack/react-query';
import { api, got, type Schemas } from './client';
import { isPassing } from './problems';

export type Progress = Schemas['Progress'];
export type Status = Progress['status'];

const RETRIES = 2;

/** One for the page. What the server cannot do now is asked again twice; what it refuses is not. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 1_000,
        retry: (failures, error) => failures < RETRIES && isPassing(error),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
    },
  });
}

/** Everything about one crawl begins with this. */
export function keyOfCrawl(id: string): readonly ['crawl', string] {
  return ['crawl', id] as const;
}

export const LISTED = 200;

export const crawlsQuery = queryOptions({
  queryKey: ['crawls'],
  queryFn: ({ signal }) => got(api.GET('/api/v1/crawls', { params: { query: { limit: LISTED } }, signal })),
  refetchInterval: 2_000,
});

export function crawlQuery(id: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'progress'],
    queryFn: ({ signal }) =>
      got(api.GET('/api/v1/crawls/{crawl_id}', { params: { path: { crawl_id: id } }, signal })),
  });
}

const OVER: ReadonlySet<Status> = new Set(['completed', 'cancelled', 'failed']);

/** Whether nothing will change any more. */
export function isOver(status: Status): boolean {
  return OVER.has(status);
}
