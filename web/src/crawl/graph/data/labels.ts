/** Titles without what all of them end with: "mod_ssl" of "mod_ssl - Apache HTTP Server". */

const ENDING = /(?:\s+[-–—|·:»•]\s+[^-–—|·:»•]+|\s+\([^()]+\))$/u;
const SHARE = 0.3;
const LEAST = 5;

export function withoutCommonEnding(titles: readonly string[]): string[] {
  const counts = new Map<string, number>();
  // What has no title is called by its path.
  const named = titles.filter((title) => !title.startsWith('/'));
  for (const title of named) {
    const ending = ENDING.exec(title)?.[0];
    if (ending) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  const [common, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0]);
  if (count < LEAST || count < SHARE * named.length) return [...titles];
  return titles.map((title) => (title.endsWith(common) ? title.slice(0, -common.length) : title) || title);
}
