/** The names of dots: titles of unknown origin, made short and harmless. */

import type { Survey } from './survey';

const LONGEST = 44;

/** In one short line, and without what would turn or break it. */
export function written(label: string, longest = LONGEST): string {
  const plain = label
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\p{M}{3,}/gu, '')
    .trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1).trimEnd()}…` : plain;
}

/** The names of all dots. */
export function labelsOf(survey: Survey, longest = LONGEST): string[] {
  return withoutCommonEnding(survey.dots.map((dot) => dot.label)).map((label) => written(label, longest));
}

const ENDING = /(?:\s+[-–—|·:»•]\s+[^-–—|·:»•]+|\s+\([^()]+\))$/u;
const SHARE = 0.3;
const LEAST = 5;

/** Without what most of them end with: "mod_ssl" of "mod_ssl - Apache HTTP Server". */
export function withoutCommonEnding(titles: readonly string[]): string[] {
  const counts = new Map<string, number>();
  // A page without a title is named by its path.
  const named = titles.filter((title) => !title.startsWith('/'));
  for (const title of named) {
    const ending = ENDING.exec(title)?.[0];
    if (ending) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  const [common, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
  if (count < LEAST || count < SHARE * named.length) return [...titles];
  return titles.map((title) => (title.endsWith(common) ? title.slice(0, -common.length) : title) || title);
}
