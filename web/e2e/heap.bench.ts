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
const MIB = 2 ** 20;
const HEAP_LOOKS = 3;
/** How long each is looked at: drawing without a graphics card is what costs most. */
const LOOKS_MS = [
  ['pages', 15_000],
  ['graph', 5_000],
  ['progress', 10_000],
] as const;

test.use({ viewport: { width: 1000, height: 700 } });

test('memory at the end is what it was after a sixth of the time', async ({ page, api }) => {
  test.setTimeout(MINUTES * 60_000 + SLACK_MS);
  const id = await begun(api);
  await page.goto(`/crawls/${id}/progress`);
  const session = await page.context().newCDPSession(page);
  await expect.poll(() => known(api, id), { timeout: SLACK_MS }).toBe(PAGES);

  const start = Date.now();
  let first: Heap | undefined;
  let lastMiB = 0;
  while (minutesSince(start) < MINUTES) {
    await lookAround(page, session);
    lastMiB = await heapMiB(session);
    tell(`  minute ${minutesSince(start).toFixed(1)}: ${lastMiB.toFixed(2)} MiB`);
    if (!first && minutesSince(start) >= MINUTES / SIXTH) first = await told(session, lastMiB);
  }
  const last = await told(session, lastMiB);
  await expect(page.locator('header [role=status]')).toContainText('Live');
  if (!first) throw new Error('it was too short to compare anything');
  const ratio = last.allMiB / first.allMiB;
  const ofRest = (last.allMiB - last.codeMiB) / (first.allMiB - first.codeMiB);
  tell(`  ${ratio.toFixed(3)} times what it was (at most ${MOST}); without code ${ofRest.toFixed(3)} times`);

  expect(ratio).toBeLessThanOrEqual(MOST);
});

async function begun(api: APIRequestContext): Promise<string> {
  const url = `${process.env.SITE_URL}/hostile/many-links`;
  const data = { url, max_depth: 1, delay_ms: GAP_MS, max_per_shape: 0, scope: 'host' };
  return (await (await api.post('crawls', { data })).json()).crawl_id;
}

async function known(api: APIRequestContext, id: string): Promise<number> {
  return (await (await api.get(`crawls/${id}`)).json()).total;
}

/**
 * Every part that is live, by its tab, so that the page itself stays.
 *
 * Locators would be looked up by code that Playwright puts into the page, and that would be weighed with it.
 */
async function lookAround(page: Page, session: CDPSession): Promise<void> {
  for (const [part, time] of LOOKS_MS) {
    const { x, y } = await placeOf(session, `nav[aria-label="Parts of this crawl"] a[href$="/${part}"]`);
    await page.mouse.click(x + 2, y + 2);
    await page.waitForTimeout(time);
    expect(page.url()).toContain(part);
  }
}

async function placeOf(session: CDPSession, selector: string): Promise<{ x: number; y: number }> {
  const expression = `document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect().toJSON()`;
  const found = async () =>
    (await session.send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
  await expect.poll(found).toBeDefined();
  return found();
}

/** What is kept: an answer that is just being read is not, so the least of a few looks. */
async function heapMiB(session: CDPSession): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < HEAP_LOOKS; look += 1) {
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    least = Math.min(least, usedSize / MIB);
  }
  return least;
}

interface Heap {
  allMiB: number;
  /** Of it what the browser compiles, more and better the longer a function is in use. */
  codeMiB: number;
}

async function told(session: CDPSession, allMiB: number): Promise<Heap> {
  const chunks: string[] = [];
  const take = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', take);
  await session.send('HeapProfiler.takeHeapSnapshot');
  session.off('HeapProfiler.addHeapSnapshotChunk', take);
  const codeMiB = codeOf(JSON.parse(chunks.join(''))) / MIB;
  tell(`    of it code: ${codeMiB.toFixed(2)} MiB`);
  return { allMiB, codeMiB };
}

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
  /** As many numbers for each thing as there are fields. */
  nodes: number[];
}

function codeOf({ snapshot: { meta }, nodes }: Snapshot): number {
  const [type, size] = [meta.node_fields.indexOf('type'), meta.node_fields.indexOf('self_size')];
  const code = meta.node_types[0].indexOf('code');
  let sum = 0;
  for (let at = 0; at < nodes.length; at += meta.node_fields.length) {
    if (nodes[at + type] === code) sum += nodes[at + size] ?? 0;
  }
  return sum;
}

function minutesSince(start: number): number {
  return (Date.now() - start) / 60_000;
}

function tell(words: string): void {
  process.stdout.write(`${words}\n`);
}
