/** What filters can be set to in a crawl, as far as that is known, with how many pages each has. */

import type { Progress } from '~/api/queries';
import { count } from '~/words/figures';
import { FIGURES } from '~/words/pages';
import type { Statistics } from '../queries';
import { REASON_WORDS } from './filters';
import type { PagesSearch } from './search';

export interface Offer {
  change: PagesSearch;
  label: string;
  /** How many, or what it means. */
  detail?: string;
}

const CLASSES = {
  '2xx': 'answered',
  '3xx': 'redirects',
  '4xx': 'refused or missing',
  '5xx': 'server errors',
};
const TYPES = ['text/html', 'image/*', 'application/pdf', 'application/json', 'text/plain'];
const DEEPEST = 30;
const MOST = 20;

export function stateOffers(progress: Progress): Offer[] {
  return FIGURES.filter(({ name }) => progress.figures[name] > 0).map(({ name, label, state }) => ({
    change: { state },
    label: label.toLowerCase(),
    detail: count(progress.figures[name]),
  }));
}

export function reasonOffers(progress: Progress): Offer[] {
  return those(progress.skipped_by as Record<keyof typeof REASON_WORDS, number>).map(([reason, figure]) => ({
    change: { reason },
    label: REASON_WORDS[reason],
    detail: count(figure),
  }));
}

export function statusOffers(stats: Statistics | undefined): Offer[] {
  const classes = those(CLASSES).map(([status, detail]) => ({ change: { status }, label: status, detail }));
  if (!stats) return classes;
  const known = Object.entries(stats.by_status);
  const sum = (first: string) =>
    known.filter(([status]) => status.startsWith(first)).reduce((all, [, figure]) => all + figure, 0);
  const counted = classes
    .map((offer) => ({ ...offer, figure: sum(offer.label.charAt(0)) }))
    .filter(({ figure }) => figure > 0)
    .map(({ figure, ...offer }) => ({ ...offer, detail: count(figure) }));
  return [...counted, ...offers(stats.by_status, (status) => ({ status }))];
}

export function depthOffers(progress: Progress, stats: Statistics | undefined): Offer[] {
  const deepest = Math.min(stats?.max_depth_reached ?? progress.max_depth + 1, DEEPEST);
  return Array.from({ length: deepest + 1 }, (_, depth) => {
    const figure = stats?.by_depth[depth];
    const label = `depth ${depth}`;
    return figure ? { change: { depth }, label, detail: count(figure) } : { change: { depth }, label };
  });
}

export function typeOffers(stats: Statistics | undefined): Offer[] {
  if (!stats) return TYPES.map((type) => ({ change: { content_type: type }, label: type }));
  return offers(stats.by_content_type, (type) => ({ content_type: type })).filter(({ label }) =>
    label.includes('/'),
  );
}

/** One host is nothing to choose from. */
export function hostOffers(stats: Statistics | undefined): Offer[] {
  return stats && stats.hosts > 1 ? offers(stats.by_host, (host) => ({ host })) : [];
}

function offers(figures: Record<string, number>, change: (name: string) => PagesSearch): Offer[] {
  return Object.entries(figures)
    .slice(0, MOST)
    .map(([name, figure]) => ({ change: change(name), label: name, detail: count(figure) }));
}

/** Entries that are not nothing. */
function those<Name extends string, Value>(values: Record<Name, Value>): [Name, Value][] {
  return (Object.entries(values) as [Name, Value][]).filter(([, value]) => value !== 0);
}
