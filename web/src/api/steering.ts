/** Mutations of a crawl. Most return its figures, which are shown at once. */

import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '~/state/toasts';
import { counted } from '~/words/figures';
import { api, dataOf, type Schemas } from './client';
import { wordsOf } from './problems';
import { crawlQuery, keyOfCrawl, type Progress } from './queries';

export type Order = 'pause' | 'resume' | 'cancel';

export type Steering = UseMutationResult<Progress, Error, Order>;

export function useSteering(id: string): Steering {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: Order) => dataOf(sent(id, order)),
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

/** Delete a crawl with all its pages. */
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

/** Change pace, patterns and limits while a crawl runs; options that are not named stay. */
export function useChange(id: string): UseMutationResult<Schemas['Changed'], Error, ChangeRequest> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeRequest) =>
      dataOf(api.PATCH('/api/v1/crawls/{crawl_id}', { params: { path: { crawl_id: id } }, body })),
    onSettled: () => client.invalidateQueries({ queryKey: keyOfCrawl(id) }),
  });
}

export type RetryRequest = Partial<Schemas['RetryRequest']>;

/** Try pages again; without a word on which, all that failed. A crawl that was done runs again. */
export function useRetry(id: string): UseMutationResult<Schemas['Retried'], Error, RetryRequest | undefined> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (filter: RetryRequest | undefined) =>
      dataOf(
        api.POST('/api/v1/crawls/{crawl_id}/retry', {
          params: { path: { crawl_id: id } },
          body: { state: 'FAILED', ...filter } as Schemas['RetryRequest'],
        }),
      ),
    onSuccess: ({ reopened }) => toast(`${counted(reopened, 'page')} will be tried again.`),
    onError: (error) => toast(wordsOf(error), true),
    onSettled: () => client.invalidateQueries({ queryKey: keyOfCrawl(id) }),
  });
}
