/** A server that was deceived: whatever strangers may have written in its answers does nothing, on every view. */

import type { Page } from '@playwright/test';
import { harmless, lookAround, open } from './harmless';
import { LONG_ADDRESS, poison, refuse } from './poison';
import { expect, test } from './test';

const TREE = ['/tree/', { max_depth: 1, keep: ['text', 'html'] }] as const;
const LESS = ['/tree/', { max_depth: 0 }] as const;
const NARROW = { width: 320, height: 800 };
/** Left out by `make test`. */
const LONG = { tag: '@long' };

// The page's policy stops what gets this far. Here it is off: what is taken for markup runs.
test.use({ bypassCSP: true, viewport: NARROW });
test.describe.configure({ timeout: 120_000 });

/** What is shown when a view cannot be. */
async function openRefused(page: Page, path: string): Promise<void> {
  await open(page, path);
  await expect(page.getByRole('alert').first()).toContainText('onerror');
  await harmless(page);
}

test('in every answer, on every view', async ({ page, crawled, api, tripped }) => {
  const earlier = await crawled(...LESS);
  const id = await crawled(...TREE);
  const { items } = await (await api.get(`crawls/${id}/pages?depth=1&limit=1`)).json();
  await poison(page);
  await lookAround(page, { id, pageId: items[0].id, earlier });
  await open(page, `/crawls/new?like=${id}`);
  for (const fold of await page.locator('summary').all()) await fold.click();
  await harmless(page);
  await page.unrouteAll({ behavior: 'wait' });
  await poison(page, LONG_ADDRESS);
  await open(page, `/crawls/${id}/progress`);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  await harmless(page);
  // Lists are loaded every two seconds, also now.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(tripped).toEqual([]);
});

test('in every refusal, on every view', LONG, async ({ page, crawled, tripped }) => {
  const id = await crawled(...TREE);
  await refuse(page, /\/api\/v1\/crawls\/[^/]+\/(?!options)/);
  for (const part of ['pages', 'pages/1', 'graph', 'stats', 'errors', 'changes?with=a']) {
    await openRefused(page, `/crawls/${id}/${part}`);
  }
  for (const part of ['progress', 'export']) await open(page, `/crawls/${id}/${part}`);
  await refuse(page);
  for (const path of ['/crawls', '/crawls/new', `/crawls/${id}/progress`]) await openRefused(page, path);
  expect(tripped).toEqual([]);
});

test('in what is said of a crawl that is to begin, or to be deleted', async ({ page, crawled, tripped }) => {
  const id = await crawled(...TREE);
  await open(page, '/crawls/new?url=http://127.0.0.1:9/');
  await refuse(page, '**/api/v1/crawls');
  await page.getByRole('button', { name: 'Start crawl' }).click();
  await expect(page.getByRole('alert')).toContainText('onerror');
  await harmless(page);
  await page.unrouteAll({ behavior: 'wait' });
  await open(page, '/crawls');
  await refuse(page, `**/api/v1/crawls/${id}`);
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${id}"]`) });
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: /^Delete 127/ }).click();
  await expect(page.getByText('onerror').first()).toBeVisible();
  await harmless(page);
  expect(tripped).toEqual([]);
});
