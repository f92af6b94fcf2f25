/** How fast crawls are now, by the figures of the server and the times at which they came. */

import { createStore, useStore } from '~/state/store';
import type { Schemas } from './client';

type Progress = Schemas['Progress'];

interface Sample {
  at: number;
  fetched: number;
  /** The rate of the whole crawl; 0 in its first second, which is too short for a rate. */
  mean: number;
}

type Samples = ReadonlyMap<string, readonly Sample[]>;

const KEPT = 30;
/** Lists and sockets may report the same crawl at once: two samples of one moment are no rate. */
const APART_MS = 900;
/** A rate is over this time, wherever it is shown. */
export const RATE_OVER_S = 10;
const store = createStore<Samples>(new Map());

export function notePaces(crawls: readonly Progress[], at: number = Date.now()): void {
  const samples = new Map(store.get());
  for (const { crawl_id: id, figures, pages_per_s, duration_s, status } of crawls) {
    const mean = duration_s >= 1 ? pages_per_s : 0;
    const before = samples.get(id) ?? [];
    if (status !== 'running') samples.delete(id);
    else if (at - (before.at(-1)?.at ?? 0) >= APART_MS)
      samples.set(id, [...before, { at, fetched: figures.fetched, mean }].slice(-KEPT));
  }
  store.set(samples);
}

/** Return a function from the id of a crawl to its pages per second now: the same on all of the page. */
export function usePaces(): (id: string) => number {
  const samples = useStore(store);
  return (id) => paceIn(samples.get(id) ?? []);
}

/** Return the pages per second of the last 10 s; until that is known, of the whole crawl. */
function paceIn(known: readonly Sample[]): number {
  const last = known.at(-1);
  const first = known.find((sample) => last && sample.at >= last.at - RATE_OVER_S * 1000);
  if (!first || !last || last === first) return last?.mean ?? 0;
  return Math.max(0, (last.fetched - first.fetched) / ((last.at - first.at) / 1000));
}

/** From look to look, the oldest first. */
export function pacesOf(id: string): number[] {
  const known = store.get().get(id) ?? [];
  return known.slice(1).map((sample, index) => {
    const before = known[index] ?? sample;
    return (sample.fetched - before.fetched) / ((sample.at - before.at) / 1000);
  });
}
