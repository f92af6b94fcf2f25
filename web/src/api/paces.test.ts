import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { notePaces, usePaces } from './paces';
import type { Progress } from './queries';

function note(s: number, fetched: number): void {
  const crawl = { crawl_id: 'c', status: 'running', pages_per_s: 7, duration_s: 2, figures: { fetched } };
  act(() => notePaces([crawl as Progress], s * 1000));
}

test('every reader has the same rate: that of the last 10 s', () => {
  const pill = renderHook(() => usePaces());
  const chart = renderHook(() => usePaces());
  const rates = () => [pill, chart].map((each) => each.result.current('c'));

  note(100, 10);
  expect(rates()).toEqual([7, 7]);
  note(100.1, 500);
  expect(rates()).toEqual([7, 7]);
  note(102, 30);
  expect(rates()).toEqual([10, 10]);
  note(112, 50);
  expect(rates()).toEqual([2, 2]);
});
