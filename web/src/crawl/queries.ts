/** What several tabs of a crawl ask for. */

import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, got, type Schemas } from '~/api/client';
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
      return got(api.GET('/api/v1/crawls/{crawl_id}/stats', { params, signal }));
    },
  });
}

/**
 * Counts of all pages, asked for again until they are those of the crawl as it is now.
 *
 * The server counts once for all who ask, and answers with what it counted some seconds ago, also when the
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

export type Options = Schemas['Options'];

/** What the crawl asks for; of secrets only the names. */
export function optionsQuery(id: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'options'],
    queryFn: ({ signal }) => {
      const params = { path: { crawl_id: id } };
      return got(api.GET('/api/v1/crawls/{crawl_id}/options', { params, signal }));
    },
  });
}
