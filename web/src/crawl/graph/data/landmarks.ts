import type { Survey } from './survey';

const MOST = 24;
const LEAST_LINES = 6;

/** The root, and the dots that others are around: the names that orient the reader. */
export function landmarks({ view, dots, links }: Survey): Set<number> {
  const lines = dots.map(() => 0);
  for (let at = 0; at < links.length; at += 2) lines[links[at] ?? 0] = (lines[links[at] ?? 0] ?? 0) + 1;
  const hubs = dots
    .map(({ weight }, place) => ({ count: view === 'hosts' ? weight : (lines[place] ?? 0), place }))
    .filter(({ count }) => count >= LEAST_LINES)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST);
  return new Set([0, ...hubs.map(({ place }) => place)]);
}
