import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '~/api/client';
import { keyOfCrawl } from '~/api/queries';
import { withoutUndefined } from '~/words/search';

export type Point = Schemas['Point'];
export type Host = Schemas['Host'];
export type Fetching = Schemas['Fetching'];
export type Ended = Schemas['ListedPage'];

const POINTS = 300;
const SOME = 12;
const LOG = 100;

export function timelineQuery(id: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'timeline'],
    queryFn: ({ signal }) => {
      const params = { path: { crawl_id: id }, query: { points: POINTS } };
      return dataOf(api.GET('/api/v1/crawls/{crawl_id}/timeline', { params, signal }));
    },
  });
}

/** Hosts: the busiest first while the crawl runs, else by name. */
export function hostsQuery(id: string, sort: 'busiest' | 'name') {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'hosts', sort],
    queryFn: ({ signal }) => {
      const params = { path: { crawl_id: id }, query: { limit: SOME, sort } };
      return dataOf(api.GET('/api/v1/crawls/{crawl_id}/hosts', { params, signal }));
    },
  });
}

export function activityQuery(id: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'activity'],
    queryFn: ({ signal }) => {
      const params = { path: { crawl_id: id }, query: { limit: SOME } };
      return dataOf(api.GET('/api/v1/crawls/{crawl_id}/activity', { params, signal }));
    },
  });
}

/** The pages that ended last, the newest first. */
export function logQuery(id: string, state: 'FAILED' | undefined) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'log', state],
    queryFn: async ({ signal }) => {
      const query = {
        sort: 'seq',
        order: 'desc',
        limit: LOG,
        after_seq: 0,
        ...withoutUndefined({ state }),
      } as const;
      const params = { path: { crawl_id: id }, query };
      return (await dataOf(api.GET('/api/v1/crawls/{crawl_id}/pages', { params, signal }))).items;
    },
  });
}

/** The depth of the deepest page that was fetched; null where none was. `fetched` is in the key: another figure, another answer. */
export function deepestQuery(id: string, fetched: number) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'deepest', fetched],
    queryFn: async ({ signal }) => {
      const query = { state: 'FETCHED', sort: 'depth', order: 'desc', limit: 1 } as const;
      const params = { path: { crawl_id: id }, query };
      const { items } = await dataOf(api.GET('/api/v1/crawls/{crawl_id}/pages', { params, signal }));
      return items[0]?.depth ?? null;
    },
  });
}
