/** The list of pages as it is loaded: chunk by chunk, in the order of the server. */

import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '~/api/client';
import { crawlQuery } from '~/api/queries';
import type { PagesSearch } from './search';

type Listed = Schemas['ListedPage'];

/** The fields of a page that the table shows; lists are long, so the others are dropped. */
export type Row = Pick<
  Listed,
  | 'id'
  | 'url'
  | 'title'
  | 'state'
  | 'reason'
  | 'rule'
  | 'error'
  | 'status'
  | 'depth'
  | 'content_type'
  | 'took_ms'
  | 'size'
  | 'host'
  | 'attempts'
  | 'fetched'
  | 'links_in'
  | 'links_out'
>;

export interface Chunk {
  rows: Row[];
  next: string | null;
  /** The sequence number at the request: pages that finished later may be missing or elsewhere. */
  seq: number;
  /** Whether the links of its rows were counted. */
  isCounted: boolean;
}

export type List = InfiniteData<Chunk, unknown>;

/** The first comes fast; the server looks at the whole crawl for each, so the others are large. */
const FIRST = 200;
const CHUNK = 1_000;
/** Browsers cannot draw what is much taller. */
const MOST = 500_000;
const TITLE = 300;
const KEPT_MS = 60_000;

export function listQuery(id: string, search: PagesSearch) {
  return infiniteQueryOptions({
    queryKey: ['pages', id, search],
    queryFn: ({ client, pageParam, signal }) => chunk(client, id, search, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (last, all) => (sizeOf(all) < MOST ? last.next : null),
    // Rows do not move while the user reads: a button shows the new ones.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    structuralSharing: false,
  });
}

async function chunk(
  client: QueryClient,
  id: string,
  search: PagesSearch,
  cursor: string,
  signal: AbortSignal,
): Promise<Chunk> {
  const seq = client.getQueryData(crawlQuery(id).queryKey)?.seq ?? 0;
  const params = { path: { crawl_id: id }, query: chunkOf(search, cursor) };
  const { items, next } = await dataOf(api.GET('/api/v1/crawls/{crawl_id}/pages', { params, signal }));
  const rows = items.map(rowOf);
  return { rows, next, seq, isCounted: rows.every((row) => row.links_in !== null) };
}

function chunkOf(search: PagesSearch, cursor: string) {
  return { ...search, limit: cursor ? CHUNK : FIRST, ...(cursor && { cursor }) };
}

export interface Counted {
  /** The chunk whose rows these are. */
  cursor: string;
  rows: Row[];
}

/** Count the links of the chunk of that cursor in the list; `seq` is that of the chunk as it is shown. */
export function linksQuery(id: string, search: PagesSearch, cursor: string, seq: number) {
  return queryOptions({
    queryKey: ['pages', id, search, 'links', cursor, seq],
    queryFn: async ({ client, signal }): Promise<null> => {
      const params = { path: { crawl_id: id }, query: { ...chunkOf(search, cursor), links: true } };
      const { items } = await dataOf(api.GET('/api/v1/crawls/{crawl_id}/pages', { params, signal }));
      const counted = { cursor, rows: items.map(rowOf) };
      client.setQueryData(listQuery(id, search).queryKey, (list) => list && withLinks(list, counted));
      return null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Load the list again from its beginning; the old one stays until the new one is there. */
export async function renew(client: QueryClient, id: string, search: PagesSearch): Promise<void> {
  const { queryKey } = listQuery(id, search);
  const signal = new AbortController().signal;
  const first = await chunk(client, id, search, '', signal);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, { pages: [first], pageParams: [''] });
}

export function rowOf(page: Listed): Row {
  return {
    id: page.id,
    url: page.url,
    title: page.title?.slice(0, TITLE) ?? null,
    state: page.state,
    reason: page.reason,
    rule: page.rule,
    error: page.error,
    status: page.status,
    depth: page.depth,
    content_type: page.content_type,
    took_ms: page.took_ms,
    size: page.size,
    host: page.host,
    attempts: page.attempts,
    fetched: page.fetched,
    links_in: page.links_in,
    links_out: page.links_out,
  };
}

export function sizeOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, each) => sum + each.rows.length, 0);
}

/** The row at a place of the list, if it is loaded. */
export function rowAt(chunks: readonly Chunk[], place: number): Row | undefined {
  let left = place;
  for (const { rows } of chunks) {
    if (left < rows.length) return rows[left];
    left -= rows.length;
  }
  return undefined;
}

/** The place of a page in the list; -1 when it is not loaded. */
export function placeOf(chunks: readonly Chunk[], id: string | undefined): number {
  let before = 0;
  for (const { rows } of chunks) {
    const at = rows.findIndex((row) => row.id === id);
    if (at >= 0) return before + at;
    before += rows.length;
  }
  return -1;
}

/** The list with some rows as they are now, each where it was; the same list if it has none of them. */
export function patched(list: List, rows: readonly Row[]): List {
  const now = new Map(rows.map((row) => [row.id, row]));
  let isChanged = false;
  const pages = list.pages.map((each) => {
    if (!each.rows.some((row) => isOutdated(row, now.get(row.id)))) return each;
    isChanged = true;
    return { ...each, rows: each.rows.map((row) => renewed(row, now.get(row.id))) };
  });
  return isChanged ? { ...list, pages } : list;
}

/** The row as it is now, with the links of the other where its own were not counted. */
function renewed(before: Row, now: Row = before): Row {
  return {
    ...now,
    links_in: now.links_in ?? before.links_in,
    links_out: now.links_out ?? before.links_out,
  };
}

/** The list with the links of the rows of one chunk; a row that was not counted with them stays without. */
export function withLinks(list: List, { cursor, rows }: Counted): List {
  const counted = new Map(rows.map((row) => [row.id, row]));
  const pages = list.pages.map((each, place) => {
    if (list.pageParams[place] !== cursor || each.isCounted) return each;
    return {
      ...each,
      isCounted: true,
      rows: each.rows.map((row) => renewed(counted.get(row.id) ?? row, row)),
    };
  });
  return { ...list, pages };
}

function isOutdated(row: Row, now: Row | undefined): boolean {
  return now !== undefined && (now.state !== row.state || now.attempts !== row.attempts);
}
