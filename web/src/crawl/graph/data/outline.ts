/** The tree as lines that can be folded: what is below what. */

import type { Survey } from './survey';

export interface Line {
  place: number;
  /** From 1. */
  level: number;
  /** How many are right below it. */
  below: number;
  isOpen: boolean;
  /** Its number among its siblings, from 1, and how many siblings there are. */
  nth: number;
  of: number;
}

/** The dots right below each, by importance. */
export function childrenOf({ links, dots }: Survey): number[][] {
  const children: number[][] = dots.map(() => []);
  for (let at = 0; at < links.length; at += 2) children[links[at] ?? 0]?.push(links[at + 1] ?? 0);
  for (const each of children) each.sort((a, b) => a - b);
  return children;
}

/** Return the lines that are unfolded, from the top. */
export function unfolded(
  children: readonly (readonly number[])[],
  isUnfolded: (place: number) => boolean,
): Line[] {
  const lines: Line[] = [];
  const isBelow = new Set(children.flat());
  function add(places: readonly number[], level: number): void {
    places.forEach((place, at) => {
      const below = children[place] ?? [];
      const isOpen = below.length > 0 && isUnfolded(place);
      lines.push({ place, level, below: below.length, isOpen, nth: at + 1, of: places.length });
      if (isOpen) add(below, level + 1);
    });
  }
  const tops = children.map((_, place) => place).filter((place) => !isBelow.has(place));
  add(tops, 1);
  return lines;
}

/** All that a dot is below, so that it can be seen. */
export function above(children: readonly (readonly number[])[], place: number): number[] {
  const parents = new Map<number, number>();
  children.forEach((each, parent) => {
    for (const child of each) parents.set(child, parent);
  });
  const found: number[] = [];
  let at = parents.get(place);
  while (at !== undefined && !found.includes(at)) {
    found.push(at);
    at = parents.get(at);
  }
  return found;
}
