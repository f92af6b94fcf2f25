import { expect, test } from 'vitest';
import { bloomOf } from './bloom';

const PAGE = {
  id: '1',
  label: '',
  url: '',
  host: '',
  state: 'COMPLETED',
  fetched: true,
  status: 200,
  in_degree: 0,
  template: false,
  rank: null,
} as const;

test('a bloom has its dots by depth, all of them inside', () => {
  const bloom = bloomOf({
    drawn: true,
    nodes: [
      { ...PAGE, depth: 0, x: 0, y: 0 },
      { ...PAGE, depth: 1, x: 2_000, y: 0 },
      { ...PAGE, depth: 12, x: 0, y: 1_000 },
    ],
    edges: [
      [0, 1],
      [1, 2],
    ],
  });

  expect(bloom.paths[0]).toBe('M0.0 0.0h0');
  expect(bloom.paths[1]).toBe('M17.5 0.0h0');
  expect(bloom.paths[8]).toBe('M0.0 -8.8h0');
  expect(bloom.lines).toBe('M0.0 0.0L17.5 0.0M17.5 0.0L0.0 -8.8');
  expect([bloom.dots, bloom.isDrawn]).toEqual([3, true]);
});
