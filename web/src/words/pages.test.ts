import { expect, test } from 'vitest';
import { FIGURES, figureOf } from './pages';

test('a page without an answer is never called fetched', () => {
  expect(figureOf({ state: 'COMPLETED', fetched: true }).label).toBe('Fetched');
  expect(figureOf({ state: 'COMPLETED', fetched: false }).label).toBe('Too deep');
  expect(figureOf({ state: 'IN-PROGRESS', fetched: false }).label).toBe('Fetching');
});

test('each figure has the filter that lists its pages', () => {
  expect(FIGURES.map(({ state }) => state)).toEqual([
    'FETCHED',
    'FAILED',
    'SKIPPED',
    'TOO-DEEP',
    'CANCELLED',
    'FETCHING',
    'QUEUED',
  ]);
});
