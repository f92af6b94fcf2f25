/** Walking from dot to dot by the arrow keys. */

import type { Survey } from './survey';

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

const WAYS: Record<Arrow, readonly [number, number]> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Up to 60° beside the way an arrow points. */
const NARROWEST = 0.5;

export function isArrow(key: string): key is Arrow {
  return key in WAYS;
}

/** Of some dots the one that an arrow points at: straight ahead before near. None when none is there. */
export function ahead(survey: Survey, from: number, arrow: Arrow, among: Iterable<number>): number | null {
  const start = survey.dots[from];
  if (!start) return null;
  const [right, up] = WAYS[arrow];
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const place of among) {
    const dot = survey.dots[place];
    if (!dot) continue;
    const [x, y] = [dot.x - start.x, dot.y - start.y];
    const distance = Math.hypot(x, y);
    const straight = distance === 0 ? 0 : (x * right + y * up) / distance;
    const cost = distance / straight ** 2;
    if (straight >= NARROWEST && cost < least) [best, least] = [place, cost];
  }
  return best;
}
