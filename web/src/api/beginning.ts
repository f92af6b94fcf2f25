/** Beginning a crawl. */

import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { api, got, type Schemas } from './client';
import { ProblemError, Unreachable } from './problems';
import { crawlQuery, type Progress } from './queries';

/** What to crawl; only the address is needed, and what is not given is the server's to choose. */
export type CrawlAsked = Partial<Schemas['CrawlRequest']> & { url: string };

/** Where a crawl opens when it has begun. */
type Opened = '/crawls/$id/graph' | '/crawls/$id/progress';

interface From {
  path: string;
}

/** A crawl that a person asked for once, however often it is sent. */
interface Intent {
  body: string;
  key: string;
}

export type Beginning = Pick<UseMutationResult<Progress, Error, CrawlAsked, From>, 'isPending' | 'error'> & {
  mutate: (asked: CrawlAsked) => void;
};

/**
 * Start a crawl and open it.
 *
 * - The root is fetched before there is an answer: an address that does not work begins nothing.
 * - The crawl is in the list before that, so a component that the list replaces cannot wait for the answer:
 *   opening the crawl is part of the mutation.
 * - A user who went to another page meanwhile stays there.
 * - A second click before the answer does nothing. React disables the button too late for a double click.
 * - A request whose answer was lost is sent again with the same key, so the server does it once.
 */
export function useBeginning(opened: Opened): Beginning {
  const client = useQueryClient();
  const router = useRouter();
  const isUnderWay = useRef(false);
  const intent = useRef<Intent | undefined>(undefined);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (asked: CrawlAsked) => {
      const body = JSON.stringify(asked);
      if (intent.current?.body !== body) intent.current = { body, key: newKey() };
      const params = { header: { 'idempotency-key': intent.current.key } };
      return got(api.POST('/api/v1/crawls', { params, body: asked as Schemas['CrawlRequest'] }));
    },
    onMutate: (): From => ({ path: router.state.location.pathname }),
    onSuccess: (progress, _asked, from) => {
      const id = progress.crawl_id;
      client.setQueryData(crawlQuery(id).queryKey, progress);
      if (router.state.location.pathname !== from.path) return;
      return router.navigate({ to: opened, params: { id } });
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
    mutate: (asked) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      mutate(asked);
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
