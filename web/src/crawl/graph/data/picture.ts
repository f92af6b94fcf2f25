/** How a survey looks now: which dots and lines are drawn, how large, in which colour, and how bright. */

import { type Colouring, INK } from './colours';
import { lineAlpha } from './sizes';
import { isTemplate, neighbours, type Survey } from './survey';

export interface DotLook {
  colour: string;
  alpha: number;
  size: number;
  /** The name that may be written beside it. */
  label: string;
  /** Written however small the dot is. */
  isNamed: boolean;
  isSelected: boolean;
}

export interface LineLook {
  colour: string;
  alpha: number;
  width: number;
}

export interface Picture {
  survey: Survey;
  dots: readonly DotLook[];
  /** Lines that are drawn whatever is selected, as pairs of places. */
  lines: readonly number[];
  lineLook: (from: number, to: number) => LineLook;
  /** Lines of what is selected, over the others. */
  lit: readonly number[];
  litLook: (from: number, to: number) => LineLook;
}

export interface Wish {
  /** The names beside dots. */
  labels: readonly string[];
  /** Dots whose names are written at any size, where they are lit. */
  landmarks: ReadonlySet<number>;
  colouring: Colouring;
  sizes: readonly number[];
  /** Groups that alone are lit; none means all. */
  only: ReadonlySet<string>;
  /** Places that alone are lit; null means all. */
  within: ReadonlySet<number> | null;
  selected: number | null;
  /** From the root to what is selected, as places. */
  path: readonly number[];
  lines: readonly number[];
}

const REST = 0.12;
/** A tree has few lines, and they are all that holds it together. */
const TREE = 1.6;
/** Pages that were not fetched, yet or at all. */
const UNSEEN = 0.42;
const MOST_NAMED = 24;
const PATH = '#fde68a';

/** Return the links without template links, which lead to pages that are linked from everywhere. */
export function linesOf(survey: Survey, withTemplates: boolean): readonly number[] {
  if (withTemplates || survey.view !== 'links') return survey.links;
  const isHidden = survey.dots.map((dot) => isTemplate(survey, dot));
  return survey.links.filter((_, at) => !isHidden[survey.links[at | 1] ?? 0]);
}

export function pictureOf(survey: Survey, wish: Wish): Picture {
  const { colouring, selected } = wish;
  const near = selected === null ? null : neighbours(survey, selected);
  const lit = near && new Set([...near, ...wish.path, selected as number]);
  const isIn = (place: number) =>
    (wish.only.size === 0 || wish.only.has(colouring.of[place]?.key ?? '')) &&
    (wish.within === null || wish.within.has(place));
  const isLit = (place: number) => (lit === null || lit.has(place)) && isIn(place);
  const named = new Set([...namedOf(wish, near), ...wish.landmarks]);
  const colourOf = (place: number) => colouring.of[place]?.colour ?? INK;

  const alpha = lineAlpha(wish.lines.length / 2) * (survey.view === 'links' ? 1 : TREE);
  const litLines = selected === null ? [] : [...linesAt(survey, selected), ...pairs(wish.path)];
  const litAlpha = Math.max(0.35, Math.min(0.85, 3 * lineAlpha(litLines.length / 2)));
  const onPath = new Set(wish.path);
  return {
    survey,
    dots: survey.dots.map((dot, place) => ({
      colour: colourOf(place),
      alpha: (isUnseen(dot.page?.state) ? UNSEEN : 1) * (isLit(place) ? 1 : REST),
      size: wish.sizes[place] ?? 1,
      label: isLit(place) || place === selected ? (wish.labels[place] ?? '') : '',
      isNamed: named.has(place),
      isSelected: place === selected,
    })),
    lines: wish.lines,
    lineLook: (from, to) => ({
      colour: colourOf(survey.view === 'tree' ? to : from),
      alpha: lit === null && isIn(from) && isIn(to) ? alpha : alpha * REST,
      width: 1,
    }),
    lit: litLines,
    litLook: (from, to) =>
      onPath.has(from) && onPath.has(to)
        ? { colour: PATH, alpha: 0.95, width: 2 }
        : { colour: colourOf(from === selected ? to : from), alpha: litAlpha, width: 1.2 },
  };
}

function isUnseen(state: string | undefined): boolean {
  return state === 'PENDING' || state === 'SKIPPED' || state === 'CANCELLED';
}

/** The path to the selected dot, and its most important neighbours. */
function namedOf(wish: Wish, near: ReadonlySet<number> | null): Set<number> {
  const most = [...(near ?? [])].sort((a, b) => (wish.sizes[b] ?? 0) - (wish.sizes[a] ?? 0));
  return new Set([...most.slice(0, MOST_NAMED), ...wish.path]);
}

function linesAt({ links }: Survey, place: number): number[] {
  const found: number[] = [];
  for (let at = 0; at < links.length; at += 2) {
    const [from = 0, to = 0] = [links[at], links[at + 1]];
    if (from === place || to === place) found.push(from, to);
  }
  return found;
}

function pairs(path: readonly number[]): number[] {
  return path.slice(1).flatMap((place, at) => [path[at] ?? place, place]);
}
