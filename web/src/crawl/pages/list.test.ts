import { expect, test } from 'vitest';
import { type Chunk, type List, patched, placeOf, type Row, rowAt, sizeOf, withLinks } from './list';

function row(id: string, changed: Partial<Row> = {}): Row {
  return {
    id,
    url: `https://example.org/${id}`,
    title: null,
    state: 'PENDING',
    reason: null,
    rule: null,
    error: null,
    status: null,
    depth: 1,
    content_type: null,
    took_ms: null,
    size: null,
    host: 'example.org',
    attempts: 0,
    fetched: false,
    links_in: null,
    links_out: null,
    ...changed,
  };
}

function list(...chunks: string[][]): List {
  const pages: Chunk[] = chunks.map((ids) => ({
    rows: ids.map((id) => row(id)),
    next: 'more',
    seq: 0,
    isCounted: false,
  }));
  return { pages, pageParams: chunks.map(String) };
}

test('places run through chunks of any size', () => {
  const { pages } = list(['a', 'b'], [], ['c'], ['d', 'e']);

  expect(sizeOf(pages)).toBe(5);
  expect([0, 1, 2, 3, 4].map((place) => rowAt(pages, place)?.id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(rowAt(pages, 5)).toBeUndefined();
  expect(placeOf(pages, 'd')).toBe(3);
  expect(placeOf(pages, 'z')).toBe(-1);
  expect(placeOf(pages, undefined)).toBe(-1);
});

test('what has ended since is shown where it stands, and nothing moves', () => {
  const before = list(['a', 'b'], ['c', 'd']);

  const after = patched(before, [row('c', { state: 'COMPLETED', status: 200 }), row('new')]);

  expect(after.pages.flatMap((each) => each.rows.map((one) => one.id))).toEqual(['a', 'b', 'c', 'd']);
  expect(rowAt(after.pages, 2)?.status).toBe(200);
  expect(after.pages[0]).toBe(before.pages[0]);
});

test('a list that nothing happened to stays the same one', () => {
  const before = list(['a', 'b']);

  expect(patched(before, [row('a'), row('new')])).toBe(before);
});

test('links are added to the rows of their chunk, and stay when a row changes', () => {
  const before = list(['a', 'b'], ['c']);
  const counted = [row('a', { state: 'FAILED', links_in: 3, links_out: 1 }), row('new', { links_in: 9 })];

  const after = withLinks(before, { cursor: 'a,b', rows: counted });

  expect(after.pages.map((chunk) => chunk.isCounted)).toEqual([true, false]);
  expect(after.pages[0]?.rows.map(({ state, links_in }) => [state, links_in])).toEqual([
    ['PENDING', 3],
    ['PENDING', null],
  ]);
  const later = patched(after, [row('a', { state: 'COMPLETED', status: 200 })]);
  expect(rowAt(later.pages, 0)).toMatchObject({ state: 'COMPLETED', links_in: 3, links_out: 1 });
});
