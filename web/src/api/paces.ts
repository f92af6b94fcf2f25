/** How fast crawls are now, by the figures of the server and the times at which they came. */

import type { Schemas } from './client';

type Progress = Schemas['Progress'];

interface Sample {
  at: number;
  fetched: number;
}

const KEPT = 30;
const RECENT_MS = 10_000;
const samples = new Map<string, Sample[]>();

export function notePaces(crawls: readonly Progress[], at: number = Date.now()): void {
  for (const { crawl_id, figures, status } of crawls) {
    if (status !== 'running') samples.delete(crawl_id);
    else
      samples.set(
        crawl_id,
        [...(samples.get(crawl_id) ?? []), { at, fetched: figures.fetched }].slice(-KEPT),
      );
  }
}

/** Return the pages per second of the last 10 s; until that is known, of the whole crawl. */
export function paceOf(crawl: Progress): number {
  const known = samples.get(crawl.crawl_id) ?? [];
  const last = known.at(-1);
  const first = known.find((sample) => last && sample.at >= last.at - RECENT_MS);
  if (!first || !last || last.at - first.at < 1_000) return crawl.pages_per_s;
  return Math.max(0, (last.fetched - first.fetched) / ((last.at - first.at) / 1000));
}

/** From look to look, the oldest first. */
export function pacesOf(id: string): number[] {
  const known = samples.get(id) ?? [];
  return known.slice(1).map((sample, index) => {
    const before = known[index] ?? sample;
    return (sample.fetched - before.fetched) / Math.max(0.001, (sample.at - before.at) / 1000);
  });
}
