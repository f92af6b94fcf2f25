/** The search parameters of a page: the part of it that is shown. */

import { oneOf, withoutUndefined } from '~/words/search';

export const PARTS = ['text', 'html', 'in', 'out', 'headers', 'path', 'select'] as const;
export type Part = (typeof PARTS)[number];

export interface PageSearch {
  part?: Part;
}

export function pageSearch(search: Record<string, unknown>): PageSearch {
  return withoutUndefined({ part: oneOf(PARTS, search.part) });
}
