/** What is asked of the server, under which name it is kept, and when it is asked again. */

import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';
import { api, got, type Schemas } from './client';
import { notePaces } from './paces';
import { isPassing } from './problems';

export type Progress = Schemas['Progress'];
export type Status = Progress['status'];
export type About = Schemas['About'];

const RETRIES = 2;
const LISTED = 50;
const LIST_MS = 2_000;

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

/** What holds where nothing is said; of one server it does not change. */
export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => got(api.GET('/api/v1/about', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

export interface CrawlsAsked {
  status?: Status;
  search?: string;
}

/** Crawls, the newest first, as many as were asked for; asked again while somebody looks. */
export function crawlsQuery(asked: CrawlsAsked = {}) {
  return infiniteQueryOptions({
    queryKey: ['crawls', asked],
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...asked, limit: LISTED, ...(pageParam && { cursor: pageParam }) };
      const page = await got(api.GET('/api/v1/crawls', { params: { query }, signal }));
      notePaces(page.items);
      return page;
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: LIST_MS,
  });
}

/** Those that run now, for what is shown everywhere. */
export const runningQuery = crawlsQuery({ status: 'running' });

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
