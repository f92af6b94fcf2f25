import { given, textOf } from '~/words/search';

export interface NewCrawlSearch {
  /** The address to begin with, as the palette and the playground hand it over. */
  url?: string;
}

export function newCrawlSearch(search: Record<string, unknown>): NewCrawlSearch {
  return given({ url: textOf(search.url) });
}
