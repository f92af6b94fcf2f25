/** Queries that several tabs of a crawl use. */

import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '~/api/client';
import { keyOfCrawl } from '~/api/queries';
import { FIGURES, type Figures } from '~/words/pages';
import { useCrawl } from './LiveContext';

export type Statistics = Schemas['Statistics'];

const LOOK_MS = 2_000;

function statsQuery(id: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'stats'],
    queryFn: ({ signal }) => {
      const params = { path: { crawl_id: id } };
      return dataOf(api.GET('/api/v1/crawls/{crawl_id}/stats', { params, signal }));
    },
  });
}

/**
 * Return counts of all pages, fetched again until they are those of the crawl as it is now.
 *
 * The server counts once for all clients, and answers with counts of some seconds ago, also when the
 * crawl has ended meanwhile.
 */
export function useStats({ enabled = true } = {}) {
  const { id, progress } = useCrawl();
  return useQuery({
    ...statsQuery(id),
    enabled,
    refetchInterval: ({ state }) => (isOf(state.data, progress.figures) ? false : LOOK_MS),
  });
}

/** Whether statistics count the same pages as some figures do. */
export function isOf(stats: Pick<Statistics, 'figures'> | undefined, figures: Figures): boolean {
  return stats !== undefined && FIGURES.every(({ name }) => stats.figures[name] === figures[name]);
}
