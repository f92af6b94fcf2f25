/** Colours of dots, and what they stand for. The ground is dark in both themes, so these are for it. */

import { DEPTH_COLOURS } from '~/ui/Depth';
import { FIGURES, figureOf } from '~/words/pages';
import type { Colour } from '../search';
import { foldersOf } from './folders';
import type { Dot, PageNode, Survey } from './survey';

export interface Group {
  key: string;
  words: string;
  colour: string;
  count: number;
}

export interface Colouring {
  /** For the legend, in its order, without empty ones. */
  groups: readonly Group[];
  /** The group of each dot. */
  of: readonly Group[];
}

export const GROUND = '#0b100f';
export const INK = '#e8eeea';
export const MUTED = '#9daca5';
export const ACCENT = '#4cd0b4';

type Legend = readonly (readonly [key: string, words: string, colour: string])[];

const STATES: Legend = FIGURES.map(({ name, icon, label, dot }) => [name, `${icon} ${label}`, dot]);

const STATUSES: Legend = [
  ['2xx', '2xx answered', '#67f0be'],
  ['3xx', '3xx redirect', '#6f93fa'],
  ['4xx', '4xx client error', '#f6ab2c'],
  ['5xx', '5xx server error', '#ee6a5f'],
  ['none', 'No answer', '#6c7c75'],
];

const DEPTHS: Legend = DEPTH_COLOURS.map((colour, depth) => {
  const isLast = depth === DEPTH_COLOURS.length - 1;
  return [String(depth), isLast ? `Depth ${depth}+` : `Depth ${depth}`, colour];
});

/** Distinct also for colour-blind people (after Okabe and Ito, lightened for the ground). */
const VARIED = [
  '#4cd0b4',
  '#e69f00',
  '#56b4e9',
  '#f0e442',
  '#cc79a7',
  '#e2703a',
  '#7c9bff',
  '#e8eeea',
  '#9bd16a',
  '#b08ae8',
  '#ff9da7',
  '#c9a27e',
];
const OTHERS = 'others';

export function colouring(survey: Survey, by: Colour): Colouring {
  if (survey.view === 'hosts' || by === 'host') return varied(survey, survey.dots.map(hostOf), 'Other hosts');
  if (by === 'folder') return varied(survey, foldersOf(survey), 'Other folders');
  if (by === 'depth') return grouped(survey, DEPTHS, keysOf(survey, depthKey));
  if (by === 'state') return grouped(survey, STATES, keysOf(survey, stateKey));
  return grouped(survey, STATUSES, keysOf(survey, statusKey));
}

/** The group of each dot by its key. */
function grouped(survey: Survey, legend: Legend, keys: readonly string[]): Colouring {
  const groups = new Map(
    legend.map(([key, words, colour]) => [key, { key, words, colour, count: 0 } as Group]),
  );
  const rest = groups.get(OTHERS);
  const last = [...groups.values()].at(-1) as Group;
  const of = keys.map((key) => groups.get(key) ?? rest ?? last);
  of.forEach((group, place) => {
    group.count += countOf(survey.dots[place]);
  });
  return { groups: [...groups.values()].filter((group) => group.count > 0), of };
}

function keysOf(survey: Survey, apiKey: (page: PageNode) => string): string[] {
  return survey.dots.map(({ page }) => (page ? apiKey(page) : ''));
}

function depthKey({ depth }: PageNode): string {
  return String(Math.min(Math.max(depth, 0), DEPTH_COLOURS.length - 1));
}

function stateKey(page: PageNode): string {
  return figureOf(page).name;
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

/** The hosts, or folders, with the most pages have colours of their own. */
function varied(survey: Survey, keys: readonly string[], others: string): Colouring {
  const counts = new Map<string, number>();
  keys.forEach((key, place) => {
    counts.set(key, (counts.get(key) ?? 0) + countOf(survey.dots[place]));
  });
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, VARIED.length);
  const named = most.map(([key], place) => [key, key, VARIED[place] ?? MUTED] as const);
  return grouped(survey, [...named, [OTHERS, others, '#6c7c75']], keys);
}

/** A colour as it is blended: drawn over what is below it with the alpha, and multiplied by it first. */
export function blended(colour: string, alpha: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) * alpha);
  return `#${[...parts, 255 * alpha].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}
