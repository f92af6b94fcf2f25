/** Beginning a crawl. */

import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api, got, type Schemas } from './client';
import { crawlQuery, type Progress } from './queries';

/** What to crawl; only the address is needed, and what is not given is the server's to choose. */
export type CrawlAsked = Partial<Schemas['CrawlRequest']> & { url: string };

/** Where a crawl opens when it has begun. */
type Opened = '/crawls/$id/graph' | '/crawls/$id/progress';

interface From {
  path: string;
}

export type Beginning = UseMutationResult<Progress, Error, CrawlAsked, From>;

/**
 * Start a crawl and open it.
 *
 * The root is fetched before there is an answer: an address that does not work begins nothing. The crawl is in
 * the list before that, so a component that the list replaces cannot wait for the answer: opening the crawl is
 * part of the mutation. A user who went to another page meanwhile stays there.
 */
export function useBeginning(opened: Opened): Beginning {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (asked: CrawlAsked) =>
      got(api.POST('/api/v1/crawls', { body: asked as Schemas['CrawlRequest'] })),
    onMutate: () => ({ path: router.state.location.pathname }),
    onSuccess: (progress, _asked, from) => {
      const id = progress.crawl_id;
      client.setQueryData(crawlQuery(id).queryKey, progress);
      if (router.state.location.pathname !== from.path) return;
      return router.navigate({ to: opened, params: { id } });
    },
    // A crawl that was refused is out of the list before the refusal is shown.
    onSettled: () => client.invalidateQueries({ queryKey: ['crawls'] }),
  });
}
