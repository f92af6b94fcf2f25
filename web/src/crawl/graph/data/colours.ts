/** Colours of dots, and what they stand for. The ground is dark in both themes, so these are for it. */

import { DEPTH_COLOURS } from '~/ui/Depth';
import type { Colour } from '../search';
import type { Dot, PageNode, Survey } from './survey';

export interface Group {
  key: string;
  words: string;
  colour: string;
  count: number;
}

export interface Colouring {
  /** For the legend, in its order; only those that something is in. */
  groups: readonly Group[];
  /** The group of each dot. */
  of: readonly Group[];
}

export const GROUND = '#0b100f';
export const INK = '#e8eeea';
export const MUTED = '#9daca5';
export const ACCENT = '#4cd0b4';

type Legend = readonly (readonly [key: string, words: string, colour: string])[];

const STATES: Legend = [
  ['COMPLETED', '✓ Done', '#67f0be'],
  ['IN-PROGRESS', '◐ Fetching', '#6f93fa'],
  ['PENDING', '○ Queued', '#6c7c75'],
  ['FAILED', '✕ Failed', '#ee6a5f'],
  ['SKIPPED', '! Skipped', '#f6ab2c'],
  ['CANCELLED', '– Cancelled', '#c9aedf'],
];

const STATUSES: Legend = [
  ['2xx', '2xx answered', '#67f0be'],
  ['3xx', '3xx elsewhere', '#6f93fa'],
  ['4xx', '4xx refused', '#f6ab2c'],
  ['5xx', '5xx server error', '#ee6a5f'],
  ['none', 'No answer', '#6c7c75'],
];

const DEPTHS: Legend = DEPTH_COLOURS.map((colour, depth) => {
  const isLast = depth === DEPTH_COLOURS.length - 1;
  return [String(depth), isLast ? `Depth ${depth}+` : `Depth ${depth}`, colour];
});

/** Told apart by people who see few colours (after Okabe and Ito, lightened for the ground). */
const HOSTS = ['#4cd0b4', '#e69f00', '#56b4e9', '#f0e442', '#cc79a7', '#e2703a', '#7c9bff', '#e8eeea'];
const OTHERS = 'others';

export function colouring(survey: Survey, by: Colour): Colouring {
  if (survey.view === 'hosts' || by === 'host') return grouped(survey, hostLegend(survey), hostOf);
  if (by === 'depth') return grouped(survey, DEPTHS, ofPage(depthKey));
  if (by === 'state') return grouped(survey, STATES, ofPage(stateKey));
  return grouped(survey, STATUSES, ofPage(statusKey));
}

function grouped(survey: Survey, legend: Legend, keyOf: (dot: Dot) => string): Colouring {
  const groups = new Map(
    legend.map(([key, words, colour]) => [key, { key, words, colour, count: 0 } as Group]),
  );
  const rest = groups.get(OTHERS);
  const last = [...groups.values()].at(-1) as Group;
  const of = survey.dots.map((dot) => groups.get(keyOf(dot)) ?? rest ?? last);
  of.forEach((group, place) => {
    group.count += countOf(survey.dots[place]);
  });
  return { groups: [...groups.values()].filter((group) => group.count > 0), of };
}

function ofPage(keyOf: (page: PageNode) => string): (dot: Dot) => string {
  return ({ page }) => (page ? keyOf(page) : '');
}

function depthKey({ depth }: PageNode): string {
  return String(Math.min(Math.max(depth, 0), DEPTH_COLOURS.length - 1));
}

function stateKey({ state }: PageNode): string {
  return state;
}

function statusKey({ status }: PageNode): string {
  return status === null ? 'none' : `${Math.floor(status / 100)}xx`;
}

function hostOf(dot: Dot): string {
  return dot.page?.host ?? dot.id;
}

/** A host counts for all of its pages. */
function countOf(dot: Dot | undefined): number {
  return dot && !dot.page ? dot.weight : 1;
}

/** The hosts with the most pages have colours of their own. */
function hostLegend(survey: Survey): Legend {
  const counts = new Map<string, number>();
  for (const dot of survey.dots) {
    const host = hostOf(dot);
    counts.set(host, (counts.get(host) ?? 0) + countOf(dot));
  }
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, HOSTS.length);
  const named = most.map(([host], place) => [host, host, HOSTS[place] ?? MUTED] as const);
  return [...named, [OTHERS, 'Other hosts', '#6c7c75']];
}

/** A colour as it is blended: drawn over what is below it with the alpha, and multiplied by it first. */
export function blended(colour: string, alpha: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) * alpha);
  return `#${[...parts, 255 * alpha].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
