/** A part of the picture that the user drew a line around, as it is in the address: "12,-40 80,3 …". */

import type { Survey } from './survey';

export interface Point {
  x: number;
  y: number;
}

const MOST_POINTS = 40;
const LEAST_POINTS = 3;

/** A line in words. Of a long one every few points are enough: addresses are to be short. */
export function areaWords(line: readonly Point[]): string | undefined {
  if (line.length < LEAST_POINTS) return undefined;
  const step = Math.ceil(line.length / MOST_POINTS);
  return line
    .filter((_, at) => at % step === 0)
    .map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`)
    .join(' ');
}

/** The line that words stand for; undefined when they are none. */
export function areaOf(words: string | undefined): Point[] | undefined {
  const points = (words ?? '').split(' ').map((pair) => {
    const [x = Number.NaN, y = Number.NaN] = pair.split(',').map(Number);
    return { x, y };
  });
  const isLine = points.length >= LEAST_POINTS && points.every(({ x, y }) => Number.isFinite(x + y));
  return isLine ? points.slice(0, MOST_POINTS) : undefined;
}

/** The places of the dots inside a line. */
export function placesWithin(survey: Survey, line: readonly Point[]): Set<number> {
  const found = new Set<number>();
  survey.dots.forEach((dot, place) => {
    if (isWithin(dot, line)) found.add(place);
  });
  return found;
}

/** From inside, every way out crosses the line an odd number of times. */
function isWithin({ x, y }: Point, line: readonly Point[]): boolean {
  let isInside = false;
  line.forEach((one, at) => {
    const other = line.at(at - 1) as Point;
    if (one.y > y === other.y > y) return;
    const crossing = one.x + ((other.x - one.x) * (y - one.y)) / (other.y - one.y);
    if (x < crossing) isInside = !isInside;
  });
  return isInside;
}
