/** What the graph shows, in the address. */

import { given, textOf } from '~/words/search';

export interface GraphSearch {
  /** The page that is selected. */
  page?: string;
}

export function graphSearch(search: Record<string, unknown>): GraphSearch {
  return given({ page: textOf(search.page) });
}
