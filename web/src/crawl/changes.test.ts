import { expect, test } from 'vitest';
import type { Options } from '~/api/queries';
import { changesOf, changingOf } from './changes';

const before = changingOf({
  max_depth: 2,
  max_pages: null,
  max_time_s: 600,
  delay_ms: null,
  concurrency: 5,
  include: [],
  exclude: ['/tag/*'],
} as unknown as Options);

test('what is as it was is not sent', () => {
  expect(changesOf(before, { ...before })).toEqual({});
});

test('what was changed is sent, and what was emptied is the default again', () => {
  const now = { ...before, depth: '4', maxTime: '1h', delayMs: '2,000', concurrency: '', exclude: '' };

  expect(changesOf(before, now)).toEqual({
    max_depth: 4,
    max_time_s: 3600,
    delay_ms: 2000,
    concurrency: null,
    exclude: [],
  });
});

test('a time limit is shown as it is typed, and an empty one is none', () => {
  expect(before.maxTime).toBe('10m');
  expect(changesOf(before, { ...before, maxTime: '' })).toEqual({ max_time_s: null });
});
