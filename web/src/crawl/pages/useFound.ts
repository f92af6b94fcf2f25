import { useQuery } from '@tanstack/react-query';
import { api, got } from '~/api/client';
import { keyOfCrawl } from '~/api/queries';
import { useCrawl } from '../LiveContext';

const HOSTS = 50;
const TYPES = ['text/html', 'image/*', 'application/pdf', 'application/json', 'text/plain'];

/** What filters can be set to that is of this crawl only; one host is nothing to choose from. */
export function useFound(): { hosts: string[]; types: string[] } {
  const { id } = useCrawl();
  const { data } = useQuery({
    queryKey: [...keyOfCrawl(id), 'hosts', 'by name'],
    queryFn: ({ signal }) =>
      got(
        api.GET('/api/v1/crawls/{crawl_id}/hosts', {
          params: { path: { crawl_id: id }, query: { limit: HOSTS } },
          signal,
        }),
      ),
    staleTime: 30_000,
  });
  const hosts = data?.items.map(({ host }) => host) ?? [];
  return { hosts: hosts.length > 1 ? hosts : [], types: TYPES };
}
