/** A survey of a crawl: pages or hosts with their places, and the links between them. */

import type { Schemas } from '~/api/client';
import type { View } from '../search';

export type PageNode = Schemas['Node'];
type Answer = Schemas['Graph'] | Schemas['HostGraph'];
export type News = Schemas['NewInGraph'];

export interface Dot {
  id: string;
  label: string;
  x: number;
  y: number;
  /** How many links lead to it; of a host, how many pages it has. */
  weight: number;
  /** The node of a page; a host has none. */
  page: PageNode | null;
}

export interface Survey {
  view: View;
  /** By importance, the root first. */
  dots: readonly Dot[];
  /** Where each of them is, by id. */
  places: ReadonlyMap<string, number>;
  /** Links as places of dots: two numbers each, from and to. */
  links: readonly number[];
  total: { nodes: number; edges: number };
  /** The moment it is of. */
  seq: number;
  layout: 'growing' | 'final' | 'around';
  isDrawn: boolean;
}

export function surveyOf(answer: Answer): Survey {
  const dots = answer.view === 'hosts' ? answer.nodes.map(hostDot) : answer.nodes.map(pageDot);
  const links: number[] = [];
  for (const [from, to] of answer.edges) links.push(from, to);
  return {
    view: answer.view,
    dots,
    places: placesOf(dots),
    links,
    total: answer.total,
    seq: answer.seq,
    layout: answer.layout,
    isDrawn: answer.drawn,
  };
}

/**
 * Return a survey with what is new: known pages keep their places and get their new state.
 *
 * It grows to `most` pages; others are only counted.
 */
export function grown(before: Survey, news: News, most: number): Survey {
  const dots = [...before.dots];
  const places = new Map(before.places);
  for (const node of news.nodes) {
    const known = places.get(node.id);
    if (known !== undefined) {
      dots[known] = pageDot(node);
    } else if (dots.length < most) {
      places.set(node.id, dots.length);
      dots.push(pageDot(node));
    }
  }
  const reported = new Set(news.nodes.map((node) => node.id));
  const links = [...before.links];
  for (const [from, to] of news.edges) {
    const source = places.get(from);
    const target = places.get(to);
    if (source === undefined || target === undefined) continue;
    links.push(source, target);
    const dot = dots[target];
    // The news have links to pages that are not among them.
    if (dot && before.view === 'links' && !reported.has(to))
      dots[target] = { ...dot, weight: dot.weight + 1 };
  }
  return { ...before, dots, places, links, total: totalOf(before, news), seq: news.seq };
}

function totalOf(before: Survey, news: News): Survey['total'] {
  const edges = before.view === 'tree' ? Math.max(0, news.total.nodes - 1) : news.total.edges;
  return { nodes: news.total.nodes, edges };
}

const TEMPLATE_PART = 0.04;
const TEMPLATE_LEAST = 20;

/** Whether so many pages link to it that a menu has to be the reason; the server's rule. */
export function isTemplate(survey: Survey, dot: Dot): boolean {
  return dot.weight > TEMPLATE_LEAST && dot.weight > TEMPLATE_PART * survey.total.nodes;
}

/** Where the dots are that a dot is linked with, whichever way. */
export function neighbours(survey: Survey, place: number): Set<number> {
  const found = new Set<number>();
  const { links } = survey;
  for (let at = 0; at < links.length; at += 2) {
    if (links[at] === place) found.add(links[at + 1] ?? place);
    else if (links[at + 1] === place) found.add(links[at] ?? place);
  }
  found.delete(place);
  return found;
}

/** Only some of its dots, and no links. */
export function partOf(survey: Survey, part: ReadonlySet<number>): Survey {
  const dots = survey.dots.filter((_, place) => part.has(place));
  return { ...survey, dots, places: placesOf(dots), links: [] };
}

function placesOf(dots: readonly Dot[]): Survey['places'] {
  return new Map(dots.map((dot, place) => [dot.id, place]));
}

function pageDot(node: PageNode): Dot {
  return { id: node.id, label: node.label, x: node.x, y: node.y, weight: node.in_degree, page: node };
}

function hostDot(node: Schemas['HostNode']): Dot {
  return { id: node.id, label: node.label, x: node.x, y: node.y, weight: node.pages, page: null };
}
