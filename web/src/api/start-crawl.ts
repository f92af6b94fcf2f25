/** Beginning a crawl. */

import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { api, dataOf, type Schemas } from './client';
import { ProblemError, Unreachable } from './problems';
import { crawlQuery, type Progress } from './queries';

/** The body of a request for a crawl. Only the address is required; the server has defaults for the rest. */
export type CrawlRequest = Partial<Schemas['CrawlRequest']> & { url: string };

/** Where a crawl opens when it has begun. */
type OpenTab = '/crawls/$id/graph' | '/crawls/$id/progress';

interface Origin {
  path: string;
}

/** A request that the user made once, however often it is sent. */
interface Intent {
  body: string;
  key: string;
}

export type StartCrawl = Pick<
  UseMutationResult<Progress, Error, CrawlRequest, Origin>,
  'isPending' | 'error'
> & {
  mutate: (request: CrawlRequest) => void;
};

/**
 * Start a crawl and open it.
 *
 * - The server answers after it fetched the root: an address that does not work starts no crawl.
 * - The crawl is in the list before that, so a component that the list replaces cannot wait for the answer:
 *   opening the crawl is part of the mutation.
 * - A user who went to another page meanwhile stays there.
 * - A second click before the answer does nothing. React disables the button too late for a double click.
 * - A request whose answer was lost is sent again with the same key, so the server does it once.
 */
export function useStartCrawl(tab: OpenTab): StartCrawl {
  const client = useQueryClient();
  const router = useRouter();
  const isUnderWay = useRef(false);
  const intent = useRef<Intent | undefined>(undefined);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (request: CrawlRequest) => {
      const body = JSON.stringify(request);
      if (intent.current?.body !== body) intent.current = { body, key: newKey() };
      const params = { header: { 'idempotency-key': intent.current.key } };
      return dataOf(api.POST('/api/v1/crawls', { params, body: request as Schemas['CrawlRequest'] }));
    },
    onMutate: (): Origin => ({ path: router.state.location.pathname }),
    onSuccess: (progress, _request, from) => {
      const id = progress.crawl_id;
      client.setQueryData(crawlQuery(id).queryKey, progress);
      if (router.state.location.pathname !== from.path) return;
      return router.navigate({ to: tab, params: { id } });
    },
    // A crawl that was refused is out of the list before the refusal is shown.
    onSettled: (_progress, failure) => {
      isUnderWay.current = false;
      if (!mayHaveBegun(failure)) intent.current = undefined;
      return client.invalidateQueries({ queryKey: ['crawls'] });
    },
  });
  return {
    isPending,
    error,
    mutate: (request) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      mutate(request);
    },
  };
}

/** Whether the server may be at work on the request all the same. */
function mayHaveBegun(failure: Error | null): boolean {
  return failure instanceof Unreachable || (failure instanceof ProblemError && failure.status === 409);
}

/** Return 128 random bits. `crypto.randomUUID` is not there on plain http. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
