import { expect, test } from 'vitest';
import type { Dot, Survey } from '../data/survey';
import { frameOf, moves } from './places';

function dot(id: string, x: number, y: number): Dot {
  return { id, label: id, x, y, weight: 0, page: null };
}

function survey(dots: Dot[], links: number[], layout: Survey['layout'] = 'growing'): Survey {
  const places = new Map(dots.map((each, place) => [each.id, place]));
  const total = { nodes: dots.length, edges: links.length / 2 };
  return { view: 'tree', dots, places, links, total, seq: 1, layout, isDrawn: false };
}

test('what is new comes out of what led to it, what moved comes from where it was', () => {
  const now = survey([dot('a', 0, 0), dot('b', 5, 5), dot('c', 9, 9)], [0, 1, 1, 2]);
  const before = new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 1, y: 1 }],
  ]);

  expect([...moves(now, before)]).toEqual([
    [1, { from: { x: 1, y: 1 }, to: { x: 5, y: 5 }, isNew: false }],
    [2, { from: { x: 1, y: 1 }, to: { x: 9, y: 9 }, isNew: true }],
  ]);
});

test('the frame of what grows stays until something is beyond it', () => {
  const small = survey([dot('a', -500, -500), dot('b', 500, 500)], []);
  const frame = frameOf(small, null);

  expect(frameOf(survey([dot('a', -100, 0), dot('b', 100, 0)], []), frame)).toBe(frame);
  expect(frameOf(survey([dot('a', -100, 0), dot('b', 900, 0)], []), frame).x[1]).toBeGreaterThan(900);
  expect(frameOf(survey([dot('a', -100, 0), dot('b', 100, 0)], [], 'final'), frame).x).toEqual([-100, 100]);
});
