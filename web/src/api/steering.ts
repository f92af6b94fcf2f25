/** What can be done with a crawl. Each answers with its figures, which are shown at once. */

import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '~/ui/toasts';
import { counted } from '~/words/figures';
import { api, got, type Schemas } from './client';
import { wordsOf } from './problems';
import { crawlQuery, keyOfCrawl, type Progress } from './queries';

export type Order = 'pause' | 'resume' | 'cancel';

export type Steering = UseMutationResult<Progress, Error, Order>;

export function useSteering(id: string): Steering {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: Order) => got(sent(id, order)),
    onSuccess: (progress) => client.setQueryData(crawlQuery(id).queryKey, progress),
    onError: (error) => toast(wordsOf(error), true),
    onSettled: () => client.invalidateQueries({ queryKey: ['crawls'] }),
  });
}

function sent(id: string, order: Order): Promise<{ data?: Progress }> {
  const options = { params: { path: { crawl_id: id } } };
  if (order === 'pause') return api.POST('/api/v1/crawls/{crawl_id}/pause', options);
  if (order === 'resume') return api.POST('/api/v1/crawls/{crawl_id}/resume', options);
  return api.POST('/api/v1/crawls/{crawl_id}/cancel', options);
}

/** Remove a crawl and all that is kept of it. */
export function useRemoval(id: string): UseMutationResult<unknown, Error, void> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.DELETE('/api/v1/crawls/{crawl_id}', { params: { path: { crawl_id: id } } }),
    onSuccess: () => client.removeQueries({ queryKey: keyOfCrawl(id) }),
    onError: (error) => toast(wordsOf(error), true),
    onSettled: () => client.invalidateQueries({ queryKey: ['crawls'] }),
  });
}

export type ChangeRequest = Partial<Schemas['ChangeRequest']>;

/** Change pace, patterns and limits while a crawl runs; what is not given stays. */
export function useChange(id: string): UseMutationResult<Schemas['Changed'], Error, ChangeRequest> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeRequest) =>
      got(api.PATCH('/api/v1/crawls/{crawl_id}', { params: { path: { crawl_id: id } }, body })),
    onSettled: () => client.invalidateQueries({ queryKey: keyOfCrawl(id) }),
  });
}

export type RetryRequest = Partial<Schemas['RetryRequest']>;

/** Try pages again; without a word on which, all that failed. A crawl that was done runs again. */
export function useRetry(id: string): UseMutationResult<Schemas['Retried'], Error, RetryRequest | undefined> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: RetryRequest | undefined) =>
      got(
        api.POST('/api/v1/crawls/{crawl_id}/retry', {
          params: { path: { crawl_id: id } },
          body: { state: 'FAILED', ...asked } as Schemas['RetryRequest'],
        }),
      ),
    onSuccess: ({ reopened }) => toast(`${counted(reopened, 'page')} will be tried again.`),
    onError: (error) => toast(wordsOf(error), true),
    onSettled: () => client.invalidateQueries({ queryKey: keyOfCrawl(id) }),
  });
}
