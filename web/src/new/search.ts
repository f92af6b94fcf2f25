import { given, textOf } from '~/words/search';

export interface NewCrawlSearch {
  /** The address to begin with, as the palette and the playground hand it over. */
  url?: string;
  /** A crawl whose options are to be the first choice. */
  like?: string;
}

export function newCrawlSearch(search: Record<string, unknown>): NewCrawlSearch {
  return given({ url: textOf(search.url), like: textOf(search.like) });
}
