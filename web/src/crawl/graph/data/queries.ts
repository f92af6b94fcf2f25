/** Queries of the graph. */

import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '~/api/client';
import { keyOfCrawl } from '~/api/queries';
import type { View } from '../search';
import { type News, surveyOf } from './survey';

export interface SurveyRequest {
  view: View;
  max: number;
  root?: string;
}

/** The whole graph. It is fetched again at the end of the crawl; until then only news are. */
export function graphQuery(id: string, { view, max, root }: SurveyRequest) {
  const isRooted = root !== undefined && view !== 'hosts';
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'graph', view, max, isRooted ? root : null],
    queryFn: async ({ signal }) => {
      const query = { view, max_nodes: max, ...(isRooted && { root }) };
      const params = { path: { crawl_id: id }, query };
      const answer = await dataOf(api.GET('/api/v1/crawls/{crawl_id}/graph', { params, signal }));
      return surveyOf(answer as Schemas['Graph'] | Schemas['HostGraph']);
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Thousands of pages: not compared one by one, and not kept for long.
    structuralSharing: false,
    gcTime: 60_000,
  });
}

export async function newsSince(
  id: string,
  request: SurveyRequest,
  since: number,
  signal: AbortSignal,
): Promise<News> {
  const { view, max } = request;
  const params = { path: { crawl_id: id }, query: { view, max_nodes: max, since } };
  return (await dataOf(api.GET('/api/v1/crawls/{crawl_id}/graph', { params, signal }))) as News;
}

/** Pages by a part of their title or address. */
export function findQuery(id: string, search: string, limit: number) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'graph find', search],
    queryFn: async ({ signal }) => {
      const params = { path: { crawl_id: id }, query: { search, limit } };
      const { items } = await dataOf(api.GET('/api/v1/crawls/{crawl_id}/pages', { params, signal }));
      return items.map(({ id: page, title, url }) => ({ id: page, title, url }));
    },
    staleTime: 10_000,
  });
}
