/** What was crawled is shown, and does nothing: on every view, with no policy that would stop it. */

import type { APIRequestContext } from '@playwright/test';
import { harmless, lookAround, open, turnTabs } from './harmless';
import { MARKUP, poison, refuse } from './poison';
import { expect, test } from './test';

const HOSTILE = ['/hostile/', { max_depth: 1, keep: ['text', 'html'] }] as const;
const LESS = ['/hostile/', { max_depth: 0 }] as const;
const NARROW = { width: 320, height: 800 };

// The page's policy stops what gets this far. Here it is off: what is taken for markup runs.
test.use({ bypassCSP: true });
test.describe.configure({ timeout: 120_000 });

/** The pages of the site's hostile section, by their last word. */
async function pagesOf(api: APIRequestContext, id: string): Promise<Map<string, string>> {
  const { items } = await (await api.get(`crawls/${id}/pages?depth=1&limit=1000`)).json();
  return new Map(items.map((each: { id: string; url: string }) => [each.url.split('/').at(-1), each.id]));
}

test('the wire trips: what is taken for markup runs, and is noticed', async ({ page, tripped }) => {
  await page.goto('/crawls');
  await expect(page.getByRole('main')).not.toBeEmpty();

  await page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), MARKUP);
  await expect.poll(() => tripped).toHaveLength(1);
  await page.evaluate(() => alert('told'));

  expect(tripped[0]).toContain('/hostile/tripped');
  expect(tripped[1]).toBe('told');
});

test('what the site made to hurt says, on every view', async ({ page, crawled, api, tripped }) => {
  await page.setViewportSize(NARROW);
  const earlier = await crawled(...LESS);
  const id = await crawled(...HOSTILE);
  const pages = await pagesOf(api, id);
  await lookAround(page, { id, pageId: pages.get('script-title') ?? '', earlier });
  expect(tripped).toEqual([]);
});

test('each part of each page of it', async ({ page, crawled, api, tripped }) => {
  await page.setViewportSize(NARROW);
  const id = await crawled(...HOSTILE);
  for (const [name, pageId] of await pagesOf(api, id)) {
    if (!NAMES.has(name)) continue;
    await open(page, `/crawls/${id}/pages/${pageId}`);
    await expect(page.getByRole('dialog')).toContainText('Crawled:');
    await turnTabs(page);
  }
  expect(tripped).toEqual([]);
});

/** Those that differ in what is shown of them. */
const NAMES = new Set([
  'image-title',
  'bidi-title',
  'long-title',
  'combining-title',
  'hidden-javascript-anchor',
  'data-anchor',
  'long-anchor',
  'script-address',
  'header',
  'nul',
]);

test('a crawl that runs and is told badly of', async ({ page, api, tripped }) => {
  await page.setViewportSize(NARROW);
  const data = { url: `${process.env.SITE_URL}/hostile/`, max_depth: 2, delay_ms: 2_000 };
  const { crawl_id: id } = await (await api.post('crawls', { data })).json();
  await poison(page);
  await open(page, `/crawls/${id}/progress`);
  await expect(page.getByRole('heading', { name: 'Now fetching' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hosts' })).toBeVisible();
  await harmless(page);
  await page.getByRole('button', { name: 'Change pace' }).click();
  await expect(page.getByLabel('Exclude')).toBeVisible();
  await harmless(page);
  expect(tripped).toEqual([]);
});

test('the playground, with a page made to hurt and with a server that was deceived', async ({
  page,
  tripped,
}) => {
  await page.setViewportSize(NARROW);
  for (const name of ['image-title', 'data-anchor', 'long-title', 'long-anchor']) {
    const query = new URLSearchParams({ url: `${process.env.SITE_URL}/hostile/${name}`, fields: 'all: *' });
    await open(page, `/playground?${query}`);
    await page.getByRole('button', { name: 'Scrape', exact: true }).click();
    await expect(page.getByRole('tab').first()).toBeVisible();
    await turnTabs(page);
  }
  await poison(page);
  await page.getByRole('button', { name: 'Scrape', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'onerror' })).toBeVisible();
  await turnTabs(page);
  await page.getByText('History').click();
  await harmless(page);
  await page.unrouteAll();
  await refuse(page);
  await page.getByRole('button', { name: 'Scrape', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await harmless(page);
  expect(tripped).toEqual([]);
});
