/** The choices of each filter, with the number of pages where it is known. */

import type { Progress } from '~/api/queries';
import { count } from '~/words/figures';
import { FIGURES, REASON_WORDS } from '~/words/pages';
import type { Statistics } from '../queries';
import type { PagesSearch } from './search';

export interface FilterChoice {
  change: PagesSearch;
  label: string;
  /** How many, or what it means. */
  detail?: string;
}

const CLASSES = {
  '2xx': 'answered',
  '3xx': 'redirects',
  '4xx': 'client errors',
  '5xx': 'server errors',
};
const TYPES = ['text/html', 'image/*', 'application/pdf', 'application/json', 'text/plain'];
const DEEPEST = 30;
const MOST = 20;

export function stateChoices(progress: Progress): FilterChoice[] {
  return FIGURES.filter(({ name }) => progress.figures[name] > 0).map(({ name, label, state }) => ({
    change: { state },
    label: label.toLowerCase(),
    detail: count(progress.figures[name]),
  }));
}

export function reasonChoices(progress: Progress): FilterChoice[] {
  return presentEntries(progress.skipped_by as Record<keyof typeof REASON_WORDS, number>).map(
    ([reason, figure]) => ({
      change: { reason },
      label: REASON_WORDS[reason],
      detail: count(figure),
    }),
  );
}

export function statusChoices(stats: Statistics | undefined): FilterChoice[] {
  const classes = presentEntries(CLASSES).map(([status, detail]) => ({
    change: { status },
    label: status,
    detail,
  }));
  if (!stats) return classes;
  const known = Object.entries(stats.by_status);
  const sum = (first: string) =>
    known.filter(([status]) => status.startsWith(first)).reduce((all, [, figure]) => all + figure, 0);
  const counted = classes
    .map((choice) => ({ ...choice, figure: sum(choice.label.charAt(0)) }))
    .filter(({ figure }) => figure > 0)
    .map(({ figure, ...choice }) => ({ ...choice, detail: count(figure) }));
  return [...counted, ...choicesOf(stats.by_status, (status) => ({ status }))];
}

export function depthChoices(progress: Progress, stats: Statistics | undefined): FilterChoice[] {
  const deepest = Math.min(stats?.max_depth_reached ?? progress.max_depth + 1, DEEPEST);
  return Array.from({ length: deepest + 1 }, (_, depth) => {
    const figure = stats?.by_depth[depth];
    const label = `depth ${depth}`;
    return figure ? { change: { depth }, label, detail: count(figure) } : { change: { depth }, label };
  });
}

export function typeChoices(stats: Statistics | undefined): FilterChoice[] {
  if (!stats) return TYPES.map((type) => ({ change: { content_type: type }, label: type }));
  return choicesOf(stats.by_content_type, (type) => ({ content_type: type })).filter(({ label }) =>
    label.includes('/'),
  );
}

/** One host is nothing to choose from. */
export function hostChoices(stats: Statistics | undefined): FilterChoice[] {
  return stats && stats.hosts > 1 ? choicesOf(stats.by_host, (host) => ({ host })) : [];
}

function choicesOf(figures: Record<string, number>, change: (name: string) => PagesSearch): FilterChoice[] {
  return Object.entries(figures)
    .slice(0, MOST)
    .map(([name, figure]) => ({ change: change(name), label: name, detail: count(figure) }));
}

/** Entries that are not nothing. */
function presentEntries<Name extends string, Value>(values: Record<Name, Value>): [Name, Value][] {
  return (Object.entries(values) as [Name, Value][]).filter(([, value]) => value !== 0);
}
