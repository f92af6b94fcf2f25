import { textOf, withoutUndefined } from '~/words/search';

export interface DiffSearch {
  /** The earlier crawl; the last one before this where nothing is said. */
  with?: string;
}

export function diffSearch(search: Record<string, unknown>): DiffSearch {
  return withoutUndefined({ with: textOf(search.with) });
}
