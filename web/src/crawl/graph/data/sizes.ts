/** How large dots are drawn, and how faint lines. */

import type { Size } from '../search';
import type { Dot, Survey } from './survey';

const LEAST = 1.6;
const RANGE = 14;
const CROWD = 10_000;
const CROWDED = 0.55;
/** Among few dots the small ones may be larger, and the large ones must not cover the others. */
const FEW = 2_000;
const FEWEST = 100;

/** The radius of each dot in pixels, by its links or its rank; of a host by its pages. */
export function sizes(survey: Survey, by: Size): number[] {
  const weights = survey.dots.map((dot) => weightOf(dot, by));
  const most = weights.reduce((a, b) => Math.max(a, b), 0) || 1;
  const fewness = Math.min(1, Math.max(0, Math.log(FEW / weights.length) / Math.log(FEW / FEWEST)));
  const [least, range] = [LEAST * (1 + fewness), RANGE * (1 - 0.4 * fewness)];
  const scale = weights.length > CROWD ? CROWDED : 1;
  return weights.map((weight) => scale * (least + range * Math.sqrt(weight / most)));
}

/** Whether ranks are known: they are when the crawl was laid out. */
export function isRanked(survey: Survey): boolean {
  return survey.dots.some((dot) => dot.page?.rank != null);
}

function weightOf(dot: Dot, by: Size): number {
  return by === 'rank' && dot.page?.rank != null ? dot.page.rank : dot.weight;
}

const FAINTEST = 0.012;
const STRONGEST = 0.45;

/** Lines are the fainter the more there are: 0.22 at 5,000, 0.02 at 120,000. */
export function lineAlpha(lines: number): number {
  const alpha = 0.22 * (5_000 / Math.max(1, lines)) ** 0.75;
  return Math.min(STRONGEST, Math.max(FAINTEST, alpha));
}
