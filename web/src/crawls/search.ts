import type { Status } from '~/api/queries';
import { oneOf, textOf, withoutUndefined } from '~/words/search';

const STATUSES = [
  'pending',
  'running',
  'paused',
  'completed',
  'cancelled',
  'failed',
] as const satisfies readonly Status[];

export interface CrawlsSearch {
  status?: Status;
  /** Part of an address. */
  search?: string;
}

export function crawlsSearch(search: Record<string, unknown>): CrawlsSearch {
  return withoutUndefined({ status: oneOf(STATUSES, search.status), search: textOf(search.search) });
}
