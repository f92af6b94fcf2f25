import { expect, test } from 'vitest';
import { remedyFor } from './remedies';

test('a rule is lifted by an option, and the depth by one click more', () => {
  expect(remedyFor('disallow', { max_depth: 3 })?.change).toEqual({ respectRobots: false });
  expect(remedyFor('max_depth', { max_depth: 3 })?.change).toEqual({ depth: '4' });
  expect(remedyFor('max_time', { max_depth: 3 })).toEqual({
    again: 'without a time limit',
    change: { maxTime: '' },
    now: 'Raise the time limit',
  });
});

test('what is a setting of the server has no remedy in a crawl', () => {
  expect(remedyFor('max_key_sets', { max_depth: 3 })).toBeUndefined();
});
