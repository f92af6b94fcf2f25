/**
 * What the page keeps in memory while a crawl runs and somebody looks at it for MINUTES (2).
 *
 * All pages are known from the first on: what there is to show stays as much, and changes all the time.
 */

import type { APIRequestContext, CDPSession, Page } from '@playwright/test';
import { expect, test } from './test';

const MINUTES = Number(process.env.MINUTES ?? 2);
const SIXTH = 6;
const MOST = 1.1;
const PAGES = 5_000;
const GAP_MS = 2_000;
const SLACK_MS = 120_000;
/** How long each is looked at: drawing without a graphics card is what costs most. */
const LOOKS_MS = [
  [/^Pages/, 15_000],
  [/^Graph/, 5_000],
  [/^Progress/, 10_000],
] as const;

test.use({ viewport: { width: 1000, height: 700 } });

test('memory at the end is what it was after a sixth of the time', async ({ page, api }) => {
  test.setTimeout(MINUTES * 60_000 + SLACK_MS);
  const id = await begun(api);
  await page.goto(`/crawls/${id}/progress`);
  const session = await page.context().newCDPSession(page);
  await expect.poll(() => known(api, id), { timeout: SLACK_MS }).toBe(PAGES);

  const start = Date.now();
  let first = 0;
  let last = 0;
  while (minutesSince(start) < MINUTES) {
    await lookAround(page);
    last = await heapMiB(session);
    if (first === 0 && minutesSince(start) >= MINUTES / SIXTH) first = last;
    tell(`  minute ${minutesSince(start).toFixed(1)}: ${last.toFixed(2)} MiB`);
  }
  await expect(page.locator('header [role=status]')).toContainText('Live');
  tell(`  ${(last / first).toFixed(3)} times what it was (at most ${MOST})`);

  expect(last / first).toBeLessThanOrEqual(MOST);
});

async function begun(api: APIRequestContext): Promise<string> {
  const url = `${process.env.SITE_URL}/hostile/many-links`;
  const data = { url, requested_depth: 2, delay_ms: GAP_MS, max_per_shape: 0, scope: 'host' };
  return (await (await api.post('crawls', { data })).json()).crawl_id;
}

async function known(api: APIRequestContext, id: string): Promise<number> {
  return (await (await api.get(`crawls/${id}`)).json()).total;
}

/** Every part that is live, by its tab, so that the page itself stays. */
async function lookAround(page: Page): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Parts of this crawl' });
  for (const [name, time] of LOOKS_MS) {
    await tabs.getByRole('link', { name }).click();
    await page.waitForTimeout(time);
  }
}

async function heapMiB(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
}

function minutesSince(start: number): number {
  return (Date.now() - start) / 60_000;
}

function tell(words: string): void {
  process.stdout.write(`${words}\n`);
}
