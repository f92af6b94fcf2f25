/** Queries that several screens use. */

import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from './client';
import { notePaces } from './paces';
import { isPassing } from './problems';

export type Progress = Schemas['Progress'];
export type Status = Progress['status'];
export type About = Schemas['About'];

const RETRIES = 2;
const LISTED = 50;
const LIST_MS = 2_000;

/** Create the query client of the page. It repeats a query twice that may pass later, and none that was rejected. */
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

/** Return the beginning of all query keys of a crawl. */
export function keyOfCrawl(id: string): readonly ['crawl', string] {
  return ['crawl', id] as const;
}

/** The defaults and limits of the server; they do not change while it runs. */
export const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/about', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});

export interface CrawlsFilter {
  status?: Status;
  search?: string;
}

/** Crawls, the newest first, fetched again every 2 s while they are shown. */
export function crawlsQuery(filter: CrawlsFilter = {}) {
  return infiniteQueryOptions({
    queryKey: ['crawls', filter],
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...filter, limit: LISTED, ...(pageParam && { cursor: pageParam }) };
      const page = await dataOf(api.GET('/api/v1/crawls', { params: { query }, signal }));
      notePaces(page.items);
      return page;
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    refetchInterval: LIST_MS,
  });
}

/** The crawls that run now, for the bar of every screen. */
export const runningQuery = crawlsQuery({ status: 'running' });

export function crawlQuery(id: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'progress'],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/v1/crawls/{crawl_id}', { params: { path: { crawl_id: id } }, signal })),
  });
}

const OVER: ReadonlySet<Status> = new Set(['completed', 'cancelled', 'failed']);

/** Return whether a crawl will no longer change. */
export function isOver(status: Status): boolean {
  return OVER.has(status);
}

export type Options = Schemas['Options'];

/** The options of a crawl; of secrets only the names. */
export function optionsQuery(id: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'options'],
    queryFn: ({ signal }) => {
      const params = { path: { crawl_id: id } };
      return dataOf(api.GET('/api/v1/crawls/{crawl_id}/options', { params, signal }));
    },
  });
}
