/** The course of a crawl as lines: the timeline of the server, then live samples. */

import { RATE_OVER_S } from '~/api/paces';
import { isOver, type Progress } from '~/api/queries';
import type { Point } from './queries';

export interface Sample {
  /** Seconds since 1970, as charts take it. */
  at: number;
  fetched: number;
  queued: number;
  failed: number;
}

export interface Series {
  times: number[];
  rates: number[];
  queued: number[];
  done: number[];
  failed: number[];
}

const LEAST_S = 2;
const FIRST_S = 1;
const STEADY_S = 60;

export function sampleOf(progress: Progress, at: number): Sample {
  return {
    at,
    fetched: progress.figures.fetched,
    queued: progress.figures.queued,
    failed: progress.figures.failed,
  };
}

/** Return the start, the timeline until the first live sample, then the live samples. */
export function joined(
  points: readonly Point[],
  received: readonly Sample[],
  begunAt?: string | null,
): Sample[] {
  const kept = points.map((point) => ({
    at: Date.parse(point.at) / 1000,
    fetched: point.fetched,
    queued: point.pending,
    failed: point.failed,
  }));
  const from = received[0]?.at ?? Number.POSITIVE_INFINITY;
  const known = [...kept.filter((sample) => sample.at < from), ...received];
  const begun = Date.parse(begunAt ?? '') / 1000;
  // Without it the pages of the first seconds would be in no rate.
  return known[0] && begun < known[0].at
    ? [{ at: begun, fetched: 0, queued: 0, failed: 0 }, ...known]
    : known;
}

/** Return whether the timeline of the server goes to the end of the crawl. */
export function isWhole(points: readonly Point[], progress: Progress): boolean {
  return isOver(progress.status) && points.at(-1)?.fetched === progress.figures.fetched;
}

export function seriesOf(samples: readonly Sample[]): Series {
  return {
    times: samples.map((sample) => sample.at),
    rates: ratesOf(samples),
    queued: samples.map((sample) => sample.queued),
    done: samples.map((sample) => sample.fetched),
    failed: samples.map((sample) => sample.failed),
  };
}

/** Pages per second. The first moments have the rate of the first second: one page in 4 ms is no rate of 250. */
function ratesOf(samples: readonly Sample[]): number[] {
  const first = samples[0]?.at ?? 0;
  const known = samples.findIndex((sample) => sample.at >= first + FIRST_S);
  const settled = known < 0 ? samples.length - 1 : known;
  return samples.map((_, at) => rateAt(samples, Math.max(at, settled)));
}

/** Pages per second in the 10 s before it; of a moment alone nothing could be said. */
function rateAt(samples: readonly Sample[], at: number): number {
  const now = samples[at];
  let before = now;
  for (let each = at - 1; now && before && each >= 0; each -= 1) {
    const sample = samples[each];
    if (!sample || (now.at - sample.at > RATE_OVER_S && now.at - before.at >= LEAST_S)) break;
    before = sample;
  }
  if (!now || !before || now.at <= before.at) return 0;
  return Math.max(0, (now.fetched - before.fetched) / (now.at - before.at));
}

/** The highest rate. It is at least `mean`, which has the exact time where rates have samples. */
export function mostOf(rates: readonly number[], mean = 0): number {
  return rates.reduce((a, b) => Math.max(a, b), mean);
}

/** Return the seconds until nothing is queued; undefined unless the queue became shorter for a minute. */
export function secondsLeft(samples: readonly Sample[]): number | undefined {
  const now = samples.at(-1);
  if (!now || now.queued === 0) return undefined;
  const minute = samples.filter((sample) => sample.at >= now.at - STEADY_S - 10);
  const first = minute[0];
  if (!first || now.at - first.at < STEADY_S) return undefined;
  const isFalling = minute.every((sample, at) => at === 0 || sample.queued <= (minute[at - 1]?.queued ?? 0));
  const pace = (first.queued - now.queued) / (now.at - first.at);
  return isFalling && pace > 0 ? now.queued / pace : undefined;
}
