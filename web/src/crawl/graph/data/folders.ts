/** The folder of each page, at the level where the site parts. */

import type { Dot, Survey } from './survey';

/** A folder with so many pages is divided into the folders in it. */
const NEARLY_ALL = 0.85;

/** "/en/mod/" for pages of the site, the host for pages of other sites. */
export function foldersOf(survey: Survey): string[] {
  const site = mostCommon(survey.dots.map(hostOf))?.[0];
  const paths = survey.dots.map((dot) => (hostOf(dot) === site ? pathOf(dot) : null));
  const common = commonPath(paths.filter((path) => path !== null));
  return survey.dots.map((dot, place) => {
    const path = paths[place];
    if (!path) return hostOf(dot);
    const isBelow = common.every((name, level) => path[level] === name);
    return asFolder(path.slice(0, isBelow ? common.length + 1 : 1));
  });
}

function commonPath(paths: readonly (readonly string[])[]): string[] {
  const common: string[] = [];
  for (;;) {
    const level = common.length;
    const below = paths.filter((path) => common.every((name, at) => path[at] === name));
    const [name, count] = mostCommon(below.map((path) => path[level] ?? '')) ?? ['', 0];
    if (!name || count < NEARLY_ALL * below.length) return common;
    common.push(name);
  }
}

function mostCommon(words: readonly string[]): [string, number] | undefined {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0];
}

function hostOf(dot: Dot): string {
  return dot.page?.host ?? dot.id;
}

/** The folders that a page is in, one by one. */
function pathOf({ page }: Dot): string[] {
  if (!page || !URL.canParse(page.url)) return [];
  return new URL(page.url).pathname.split('/').slice(1, -1);
}

/** Without the sign that stands between groups in the address of the page. */
function asFolder(names: readonly string[]): string {
  return names.length > 0 ? `/${names.join('/')}/`.replaceAll(',', '%2C') : '/';
}
