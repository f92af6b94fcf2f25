import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '~/api/client';
import { addScrape, type ScrapedPage } from './scrape-history';

interface ScrapeChoice {
  url: string;
  fields: string | undefined;
}

/** Fetch one page. The server stores it, so that selectors can be tried without fetching it again. */
export function useScraping(): UseMutationResult<ScrapedPage, Error, ScrapeChoice> {
  return useMutation({
    mutationFn: ({ url }: ScrapeChoice) => {
      const body = { url, markdown: true, keepHtml: true } as Schemas['ScrapeRequest'];
      return dataOf(api.POST('/api/scrape', { body }));
    },
    onSuccess: (page, choice) =>
      addScrape({ ...choice, at: Date.now(), title: page.title, status: page.statusCode, page }),
    onError: (_, choice) => addScrape({ ...choice, at: Date.now(), title: '', status: null, page: null }),
  });
}
