/** Which part of a page is shown, in the address. */

import { given, oneOf } from '~/words/search';

export const PARTS = ['text', 'html', 'in', 'out', 'headers', 'path', 'select'] as const;
export type Part = (typeof PARTS)[number];

export interface PageSearch {
  part?: Part;
}

export function pageSearch(search: Record<string, unknown>): PageSearch {
  return given({ part: oneOf(PARTS, search.part) });
}
