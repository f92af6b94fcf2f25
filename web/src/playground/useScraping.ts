import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { api, got, type Schemas } from '~/api/client';
import { note, type ScrapedPage } from './past';

interface Asked {
  url: string;
  fields: string | undefined;
}

/** Fetches one page. It is kept, so that selectors can be tried on it without fetching it again. */
export function useScraping(): UseMutationResult<ScrapedPage, Error, Asked> {
  return useMutation({
    mutationFn: ({ url }: Asked) => {
      const body = { url, markdown: true, keepHtml: true } as Schemas['ScrapeRequest'];
      return got(api.POST('/api/scrape', { body }));
    },
    onSuccess: (page, asked) =>
      note({ ...asked, at: Date.now(), title: page.title, status: page.statusCode, page }),
    onError: (_, asked) => note({ ...asked, at: Date.now(), title: '', status: null, page: null }),
  });
}
