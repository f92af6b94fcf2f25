/** What several tabs of a crawl ask for. */

import { queryOptions } from '@tanstack/react-query';
import { api, got, type Schemas } from '~/api/client';
import { keyOfCrawl } from '~/api/queries';

export type Statistics = Schemas['Statistics'];

/** Counts of all pages. The server counts once for all who ask, so a running crawl may be asked often. */
export function statsQuery(id: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'stats'],
    queryFn: ({ signal }) => {
      const params = { path: { crawl_id: id } };
      return got(api.GET('/api/v1/crawls/{crawl_id}/stats', { params, signal }));
    },
  });
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
