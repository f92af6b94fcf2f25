import { oneOf, textOf, withoutUndefined } from '~/words/search';

export interface NewCrawlSearch {
  /** The address of the first page, from the palette or the playground. */
  url?: string;
  /** A crawl whose options are to be the first choice. */
  like?: string;
  /** Keep the HTML of pages, for selectors that are to be tried on them. */
  keep?: 'html';
  /** A rule that left pages out of that crawl, and is not to do so again. */
  lift?: string;
}

export function newCrawlSearch(search: Record<string, unknown>): NewCrawlSearch {
  return withoutUndefined({
    url: textOf(search.url),
    like: textOf(search.like),
    keep: oneOf(['html'], search.keep),
    lift: textOf(search.lift),
  });
}
