import { expect, test } from 'vitest';
import { changed, filtersOf, unfiltered } from './filters';

test('filters are said in words, and the order is none of them', () => {
  const words = filtersOf({ status: '5xx', depth: 0, search: 'a', sort: 'size' }).map((each) => each.words);

  expect(words).toEqual(['status 5xx', 'depth 0', '“a”']);
});

test('a filter is taken away without a trace', () => {
  expect(changed({ state: 'FAILED', depth: 2 }, { state: undefined })).toEqual({ depth: 2 });
  expect(unfiltered({ state: 'FAILED', sort: 'size', order: 'asc' })).toEqual({ sort: 'size', order: 'asc' });
});
