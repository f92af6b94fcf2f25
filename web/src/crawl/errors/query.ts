import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '~/api/client';
import { keyOfCrawl } from '~/api/queries';

export type ErrorGroup = Schemas['ErrorGroup'];
export type FailedSample = Schemas['FailedSample'];
export type Cut = Schemas['Cut'];

/** More than are shown, to find the folder that most are in. */
const SAMPLES = 30;

export function errorsQuery(id: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'errors'],
    queryFn: ({ signal }) => {
      const params = { path: { crawl_id: id }, query: { samples: SAMPLES } };
      return dataOf(api.GET('/api/v1/crawls/{crawl_id}/errors', { params, signal }));
    },
  });
}

/** The pages that rules skipped, by rule. */
export function cutsQuery(id: string) {
  return queryOptions({
    queryKey: [...keyOfCrawl(id), 'cuts'],
    queryFn: ({ signal }) => {
      const params = { path: { crawl_id: id } };
      return dataOf(api.GET('/api/v1/crawls/{crawl_id}/cuts', { params, signal }));
    },
  });
}
