/** The states of pages, in the words of every screen; each is a figure of the crawl. */

import type { components } from '~/api/schema';

type Progress = components['schemas']['Progress'];

export type CrawlStatus = Progress['status'];
export type Figures = Progress['figures'];
export type FigureName = Exclude<keyof Figures, 'found'>;

/** As the server writes states. */
export type PageState = 'PENDING' | 'IN-PROGRESS' | 'COMPLETED' | 'FAILED' | 'SKIPPED' | 'CANCELLED';

/** The filters of the list of pages, one for each figure. */
export const STATE_FILTERS = [
  'FETCHED',
  'FAILED',
  'SKIPPED',
  'TOO-DEEP',
  'CANCELLED',
  'FETCHING',
  'QUEUED',
] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

export interface Figure {
  name: FigureName;
  label: string;
  /** The filter that lists the pages it counts. */
  state: StateFilter;
  meaning: string;
  icon: string;
  /** Its colour as text, as the ground of a bar, and as a dot on the dark ground of the graph. */
  text: string;
  ground: string;
  dot: string;
}

function figure(
  name: FigureName,
  label: string,
  [icon, text, ground, dot]: readonly [string, string, string, string],
  meaning: string,
): Figure {
  const state = name.toUpperCase().replace('_', '-') as StateFilter;
  return { name, label, state, meaning, icon, text, ground, dot };
}

/** All of them, in the order of every screen. Their sum is what was found. */
export const FIGURES: readonly Figure[] = [
  figure(
    'fetched',
    'Fetched',
    ['✓', 'text-done', 'bg-done', '#67f0be'],
    'pages that answered, with success or a redirect',
  ),
  figure(
    'failed',
    'Failed',
    ['✕', 'text-failed', 'hatched', '#ee6a5f'],
    'pages that answered with an error, or not at all',
  ),
  figure(
    'skipped',
    'Skipped',
    ['!', 'text-warning', 'bg-warning', '#f6ab2c'],
    'pages that a rule skipped: robots.txt, the scope, a limit, a trap',
  ),
  figure(
    'too_deep',
    'Too deep',
    ['↧', 'text-muted', 'bg-control', '#9daca5'],
    'pages that are recorded and not fetched, because they are deeper than the limit',
  ),
  figure(
    'cancelled',
    'Cancelled',
    ['–', 'text-muted', 'bg-control', '#c9aedf'],
    'pages that were not finished when the crawl was cancelled',
  ),
  figure(
    'fetching',
    'Fetching',
    ['◐', 'text-running', 'striped', '#6f93fa'],
    'pages that are being fetched now',
  ),
  figure('queued', 'Queued', ['○', 'text-muted', 'bg-control', '#6c7c75'], 'pages that wait for their turn'),
];

const NAMES: Record<PageState, FigureName> = {
  COMPLETED: 'fetched',
  FAILED: 'failed',
  SKIPPED: 'skipped',
  CANCELLED: 'cancelled',
  'IN-PROGRESS': 'fetching',
  PENDING: 'queued',
};

/** The figure that counts a page: one that is completed and was not fetched is too deep. */
export function figureOf({ state, fetched }: { state: PageState; fetched: boolean }): Figure {
  const name = state === 'COMPLETED' && !fetched ? 'too_deep' : NAMES[state];
  return FIGURES.find((each) => each.name === name) as Figure;
}

/** Why a rule skipped a page. */
export const REASON_WORDS: Record<SkipReason, string> = {
  scope: 'out of scope',
  robots: 'robots.txt',
  limit: 'a limit',
  trap: 'a trap',
  address: 'not allowed',
};

type SkipReason = NonNullable<components['schemas']['ListedPage']['reason']>;
