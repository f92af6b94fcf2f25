/** How much JavaScript a browser loads for the list of crawls, as our server sends it. */

import type { Page } from '@playwright/test';
import { expect, test } from './test';

const MOST_BYTES = 200_000;
/** Screens that are not shown yet are loaded this long after the first. */
const LATER_MS = 1_000;

interface Script {
  name: string;
  bytes: number;
}

async function scripts(page: Page): Promise<Script[]> {
  return page.evaluate(() => {
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return all
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name: name.split('/').at(-1) ?? '', bytes: encodedBodySize }));
  });
}

/** All of them, when no more come. */
async function allScripts(page: Page): Promise<Script[]> {
  let before = 0;
  const isAll = async () => {
    const found = await scripts(page);
    const isSame = found.length === before;
    before = found.length;
    return isSame && found.some(({ name }) => name.startsWith('PlaygroundPage'));
  };
  await expect.poll(isAll, { intervals: [LATER_MS] }).toBe(true);
  return scripts(page);
}

function sum(found: readonly Script[]): number {
  return found.reduce((all, { bytes }) => all + bytes, 0);
}

function kB(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}

test(`the list of crawls loads at most ${MOST_BYTES / 1_000} kB of JavaScript`, async ({ page, crawled }) => {
  await crawled('/status/200', { max_depth: 0 });
  page.on('response', (response) => {
    const { 'content-encoding': encoding, vary } = response.headers();
    if (response.url().endsWith('.js')) expect([encoding, vary]).toEqual(['br', 'Accept-Encoding']);
  });
  await page.goto('/crawls');
  await expect(page.getByRole('list', { name: 'Crawls' })).toBeVisible();
  const first = await scripts(page);
  const all = await allScripts(page);

  const largest = [...all].sort((a, b) => b.bytes - a.bytes).slice(0, 3);
  process.stdout.write(
    `  ${kB(sum(first))} kB in ${first.length} files until it is shown, ` +
      `${kB(sum(all))} kB in ${all.length} with all screens but the graph; ` +
      `largest: ${largest.map(({ name, bytes }) => `${name} ${kB(bytes)}`).join(', ')}\n`,
  );
  expect(all.filter(({ name }) => /sigma|Graph/.test(name))).toEqual([]);
  expect(sum(all)).toBeLessThanOrEqual(MOST_BYTES);
});
