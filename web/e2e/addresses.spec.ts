/** Links to this page that a stranger made: what stands in them is shown, and does nothing. */

import { harmless, open } from './harmless';
import { MARKUP, PULL } from './poison';
import { expect, test } from './test';

const TREE = ['/tree/', { max_depth: 1 }] as const;
const NARROW = { width: 320, height: 800 };
const LONG = 'x'.repeat(10_000);
/** The second is one for a browser, too: it has no blank. */
const ADDRESSES = [`javascript:${PULL}`, `https://example.org/${MARKUP.replaceAll(' ', '/')}${LONG}`];

/** Every name that an address of ours may have, one that is shown first: it gets the longest text. */
const NAMES = {
  '/crawls': ['search', 'status'],
  '/crawls/new': ['url', 'like', 'keep'],
  '/playground': ['url', 'fields', 'tab'],
  '/crawls/ID/pages': ['search', 'host', 'rule', 'error', 'status', 'content_type', 'state', 'sort', 'depth'],
  '/crawls/ID/graph': ['page', 'only', 'area', 'at', 'view', 'colour', 'size', 'as', 'max', 'root', 'lines'],
  '/crawls/ID/pages/1': ['part'],
  '/crawls/ID/changes': ['with'],
  '/crawls/ID/export': ['what', 'format', 'meta', 'text', 'html'],
};

// The page's policy stops what gets this far. Here it is off: what is taken for markup runs.
test.use({ bypassCSP: true, viewport: NARROW });
test.describe.configure({ timeout: 120_000 });

test('in what is asked for, and behind it', async ({ page, crawled, tripped }) => {
  const id = await crawled(...TREE);
  for (const [path, names] of Object.entries(NAMES)) {
    for (const text of names[0] === 'url' ? [MARKUP, `javascript:${PULL}`] : [MARKUP]) {
      const search = new URLSearchParams(names.map((name, at) => [name, at === 0 ? text + LONG : text]));
      await open(page, `${path.replace('ID', id)}?${search}#${encodeURIComponent(text)}`);
    }
  }
  expect(tripped).toEqual([]);
});

test('in the place of names', async ({ page, crawled, tripped }) => {
  const id = await crawled(...TREE);
  // What has a dot at its end would be a file.
  const name = encodeURIComponent((MARKUP + LONG).replaceAll('.', ''));
  for (const path of [`/${name}`, `/crawls/${name}`, `/crawls/${name}/graph`]) await open(page, path);
  for (const part of [name, `pages/${name}`, `graph/${name}`]) await open(page, `/crawls/${id}/${part}`);
  expect(tripped).toEqual([]);
});

test('in an address that is crawled, scraped or looked for', async ({ page, tripped }) => {
  for (const address of ADDRESSES) {
    await open(page, `/crawls/new?${new URLSearchParams({ url: address })}`);
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue(address);
    for (const fold of await page.locator('summary').all()) await fold.click();
    await page.getByLabel('Exclude').fill(MARKUP + LONG);
    await page.getByLabel('Try an address').fill(address);
    await harmless(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to a crawl' }).fill(address);
    await harmless(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await harmless(page);
  }
  await expect(page).toHaveURL(/\/playground/);
  await page.getByRole('button', { name: 'Scrape', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await harmless(page);
  expect(tripped).toEqual([]);
});
