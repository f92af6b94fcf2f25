/** The search parameters of the list of pages, with the names of the server. */

import { STATE_FILTERS, type StateFilter } from '~/words/pages';
import { oneOf, textOf, withoutUndefined } from '~/words/search';

const REASONS = ['scope', 'robots', 'limit', 'trap', 'address'] as const;
const SORTS = [
  'address',
  'depth',
  'status',
  'size',
  'time',
  'title',
  'seq',
  'links_in',
  'links_out',
] as const;
const ORDERS = ['asc', 'desc'] as const;

export interface PagesSearch {
  state?: StateFilter;
  reason?: (typeof REASONS)[number];
  rule?: string;
  error?: string;
  /** "404", or "4xx" for a class. */
  status?: string;
  depth?: number;
  host?: string;
  content_type?: string;
  content_hash?: string;
  /** Part of the address or the title. */
  search?: string;
  sort?: (typeof SORTS)[number];
  order?: (typeof ORDERS)[number];
}

export function pagesSearch(search: Record<string, unknown>): PagesSearch {
  const depth = Number(search.depth);
  return withoutUndefined({
    state: oneOf(STATE_FILTERS, search.state),
    reason: oneOf(REASONS, search.reason),
    rule: textOf(search.rule),
    error: textOf(search.error),
    status: textOf(search.status),
    depth: search.depth !== undefined && search.depth !== '' && Number.isInteger(depth) ? depth : undefined,
    host: textOf(search.host),
    content_type: textOf(search.content_type),
    content_hash: textOf(search.content_hash),
    search: textOf(search.search),
    sort: oneOf(SORTS, search.sort),
    order: oneOf(ORDERS, search.order),
  });
}
