/** The filters of the list of pages, in words. */

import { ruleWords } from '~/words/causes';
import { FIGURES, REASON_WORDS } from '~/words/pages';
import { withoutUndefined } from '~/words/search';
import type { PagesSearch } from './search';

export type FilterName = Exclude<keyof PagesSearch, 'sort' | 'order'>;

export interface Filter {
  name: FilterName;
  /** "5xx", "depth 4". */
  words: string;
}

const WORDS: { [Name in FilterName]: (value: NonNullable<PagesSearch[Name]>) => string } = {
  state: (value) => FIGURES.find(({ state }) => state === value)?.label.toLowerCase() ?? value,
  reason: (value) => REASON_WORDS[value],
  rule: (value) => ruleWords(value),
  error: (value) => `error ${value}`,
  status: (value) => `status ${value}`,
  depth: (value) => `depth ${value}`,
  host: (value) => value,
  content_type: (value) => value,
  content_hash: () => 'exact duplicates',
  search: (value) => `“${value}”`,
};

const NAMES = Object.keys(WORDS) as FilterName[];

/** Return the filters that are set, each in words. */
export function filtersOf(search: PagesSearch): Filter[] {
  return NAMES.filter((name) => search[name] !== undefined).map((name) => ({
    name,
    words: wordsOf(name, search),
  }));
}

export function wordsOf<Name extends FilterName>(name: Name, search: PagesSearch): string {
  const value = search[name];
  return value === undefined ? '' : WORDS[name](value);
}

/** Return the search with some changes; undefined removes a filter. */
export function changed(
  search: PagesSearch,
  change: { [Name in keyof PagesSearch]?: PagesSearch[Name] | undefined },
): PagesSearch {
  return withoutUndefined({ ...search, ...change });
}

/** Without any filter; the order stays. */
export function unfiltered(search: PagesSearch): PagesSearch {
  return withoutUndefined({ sort: search.sort, order: search.order });
}
