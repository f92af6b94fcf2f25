/** Where dots are while they move. */

import type { Survey } from '../data/survey';

export interface Spot {
  x: number;
  y: number;
}

export interface Frame {
  x: [number, number];
  y: [number, number];
}

export interface Move {
  from: Spot;
  to: Spot;
  isNew: boolean;
}

/** Return the moves of dots by place: known dots from where they were, new dots from the dot that led to them. */
export function moves(survey: Survey, before: ReadonlyMap<string, Spot>): Map<number, Move> {
  const origins = originsOf(survey, before);
  const found = new Map<number, Move>();
  survey.dots.forEach((dot, place) => {
    const was = before.get(dot.id);
    const origin = survey.dots[origins.get(place) ?? place];
    const from = was ?? (origin && before.get(origin.id)) ?? origin ?? dot;
    const to = { x: dot.x, y: dot.y };
    if (!was || was.x !== to.x || was.y !== to.y) {
      found.set(place, { from: { x: from.x, y: from.y }, to, isNew: !was });
    }
  });
  return found;
}

/** For what is new, the first dot that leads to it. */
function originsOf({ links, dots }: Survey, before: ReadonlyMap<string, Spot>): Map<number, number> {
  const origins = new Map<number, number>();
  for (let at = 0; at < links.length; at += 2) {
    const [from = 0, to = 0] = [links[at], links[at + 1]];
    const id = dots[to]?.id;
    if (id !== undefined && !before.has(id) && !origins.has(to)) origins.set(to, from);
  }
  return origins;
}

const LEAST = 60;

/** A frame for all dots. It only grows while a picture does, and then by steps, so that little moves. */
export function frameOf(survey: Survey, before: Frame | null): Frame {
  const now = around(survey.dots);
  if (before === null || survey.layout !== 'growing') return now;
  const fits =
    now.x[0] >= before.x[0] && now.x[1] <= before.x[1] && now.y[0] >= before.y[0] && now.y[1] <= before.y[1];
  return fits ? before : widened(now, 1.2);
}

/** Around all of them, and never too near. */
export function around(spots: Iterable<Spot>): Frame {
  let [left, right, low, high] = [0, 0, 0, 0];
  for (const { x, y } of spots) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  return { x: atLeast(left, right), y: atLeast(low, high) };
}

function atLeast(low: number, high: number): [number, number] {
  const [middle, half] = [(low + high) / 2, Math.max(LEAST, high - low) / 2];
  return [middle - half, middle + half];
}

function widened(frame: Frame, factor: number): Frame {
  const wide = ([low, high]: [number, number]): [number, number] => {
    const [middle, half] = [(low + high) / 2, ((high - low) / 2) * factor];
    return [middle - half, middle + half];
  };
  return { x: wide(frame.x), y: wide(frame.y) };
}

/** Between two frames. */
export function between(one: Frame, other: Frame, share: number): Frame {
  const mix = (a: number, b: number) => a + (b - a) * share;
  return {
    x: [mix(one.x[0], other.x[0]), mix(one.x[1], other.x[1])],
    y: [mix(one.y[0], other.y[0]), mix(one.y[1], other.y[1])],
  };
}
