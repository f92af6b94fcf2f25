/** Whether a row is ever blank while a wheel turns over the table of 100,000 pages. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { BIN, ROOT, type Served, served } from './servers';
import { expect, test } from './test';

const PAGES = 100_000;
const ROW_PX = 40;
/** A hundred rows a second: as fast as a hand turns a wheel that does not spin by itself. */
const PX_A_MS = 4;
const SECONDS = 15;
/** Of 1,500 at that speed; much less would prove nothing. */
const LEAST_ROWS = 1_000;

interface Seen {
  frames: number;
  blank: number;
  longestMs: number;
}

let folder: string;
let server: Served;
let address: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = mkdtempSync(join(tmpdir(), 'leadline-table-'));
  const store = join(folder, 'leadline.db');
  const fill = join(ROOT, 'benchmarks/synthetic_store.py');
  const id = execFileSync(join(BIN, 'python'), [fill, store, String(PAGES)], { encoding: 'utf8' }).trim();
  server = await served(folder);
  address = `${server.url}/crawls/${id}/pages`;
});

test.afterAll(async () => {
  await server.end();
  rmSync(folder, { recursive: true });
});

/**
 * Whether there is a row with words at each height of the table that is seen: in every frame, and at every
 * scroll before the page hears of it, which is what is seen while the page is busy.
 */
function watch(): void {
  const seen: Seen = { frames: 0, blank: 0, longestMs: 0 };
  Object.assign(window, { seen });
  let before = performance.now();
  function isRow(x: number, y: number): boolean {
    return Boolean(document.elementFromPoint(x, y)?.closest('[data-place]')?.textContent);
  }
  function look(): void {
    const [head, body] = [...document.querySelectorAll('[aria-label=Pages] > [role=rowgroup]')];
    if (!head || !body) throw new Error('there is no table');
    const { left, top, bottom } = body.getBoundingClientRect();
    const last = Math.min(bottom, innerHeight) - 2;
    let y = Math.max(top, head.getBoundingClientRect().bottom) + 2;
    while (y < last && isRow(left + 60, y)) y += 10;
    if (y < last) seen.blank += 1;
  }
  function next(now: number): void {
    look();
    seen.frames += 1;
    seen.longestMs = Math.max(seen.longestMs, now - before);
    before = now;
    requestAnimationFrame(next);
  }
  requestAnimationFrame(next);
  addEventListener('scroll', look, { capture: true });
}

/** Turn the wheel for some seconds; rows that went by, and what was seen meanwhile. */
async function turned(page: Page, direction: 1 | -1): Promise<Seen & { rows: number }> {
  const place = () => page.evaluate(() => scrollY);
  const start = await place();
  await page.mouse.move(600, 600);
  await page.evaluate(watch);
  let before = Date.now();
  for (const until = before + SECONDS * 1_000; before < until; ) {
    const now = Date.now();
    // What turned since the last, as browsers take it together.
    await page.mouse.wheel(0, direction * PX_A_MS * (now - before));
    before = now;
  }
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  return { ...seen, rows: Math.abs((await place()) - start) / ROW_PX };
}

function tell(where: string, { rows, frames, blank, longestMs }: Seen & { rows: number }): void {
  process.stdout.write(
    `  ${where}: ${Math.round(rows).toLocaleString('en')} rows in ${SECONDS} s, ` +
      `a row was blank ${blank} times in ${frames} frames, longest frame ${Math.round(longestMs)} ms\n`,
  );
}

test('no row is blank where the table begins', async ({ page }) => {
  await page.goto(address);
  await expect(page.getByRole('grid', { name: 'Pages' }).getByRole('row').nth(20)).toBeVisible();

  const seen = await turned(page, 1);
  tell('from the first', seen);

  expect(seen.rows).toBeGreaterThan(LEAST_ROWS);
  expect(seen.blank).toBe(0);
});

test('no row is blank where it ends', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto(address);
  const grid = page.getByRole('grid', { name: 'Pages' });
  await grid.getByRole('row').nth(1).getByRole('link').focus();
  const start = Date.now();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(grid).toHaveAttribute('aria-rowcount', String(PAGES + 1), { timeout: 100 });
  }).toPass({ timeout: 240_000, intervals: [50] });
  await page.keyboard.press('End');
  await expect(grid.locator(`[aria-rowindex="${PAGES + 1}"]`)).toBeInViewport();
  process.stdout.write(`  the last of all after ${((Date.now() - start) / 1_000).toFixed(1)} s\n`);

  const seen = await turned(page, -1);
  tell('from the last', seen);

  expect(seen.rows).toBeGreaterThan(LEAST_ROWS);
  expect(seen.blank).toBe(0);
});
