/** Beginning a crawl. */

import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from './client';
import { crawlQuery, type Progress } from './queries';

/** What to crawl; only the address is needed, and what is not given is the server's to choose. */
export type CrawlAsked = Partial<Schemas['CrawlRequest']> & { url: string };

/** The root is fetched before there is an answer: an address that does not work begins nothing. */
export function useBeginning(): UseMutationResult<Progress, Error, CrawlAsked> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: CrawlAsked) =>
      got(api.POST('/api/v1/crawls', { body: asked as Schemas['CrawlRequest'] })),
    onSuccess: (progress) => {
      client.setQueryData(crawlQuery(progress.crawl_id).queryKey, progress);
      return client.invalidateQueries({ queryKey: ['crawls'] });
    },
  });
}
