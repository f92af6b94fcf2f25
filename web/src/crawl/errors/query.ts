import { queryOptions } from '@tanstack/react-query';
import { api, got, type Schemas } from '~/api/client';
import { keyOfCrawl } from '~/api/queries';

export type ErrorGroup = Schemas['ErrorGroup'];
export type FailedSample = Schemas['FailedSample'];
export type Cut = Schemas['Cut'];

/** More than are shown: they tell where most of the others are. */
const SAMPLES = 30;

export function errorsQuery(id: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'errors'],
    queryFn: ({ signal }) => {
      const params = { path: { crawl_id: id }, query: { samples: SAMPLES } };
      return got(api.GET('/api/v1/crawls/{crawl_id}/errors', { params, signal }));
    },
  });
}

/** What rules left out. */
export function cutsQuery(id: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'cuts'],
    queryFn: ({ signal }) => {
      const params = { path: { crawl_id: id } };
      return got(api.GET('/api/v1/crawls/{crawl_id}/cuts', { params, signal }));
    },
  });
}
