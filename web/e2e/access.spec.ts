/** Every screen and everything that opens on it: for everybody, light and dark, down to 320 px. */

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './test';

const STATUSES = ['/status/', { max_depth: 1, exclude: ['/status/429*', '/status/503*'] }] as const;
/** A crawl of its own for who changes it. */
const MISSING = ['/status/', { max_depth: 1, exclude: ['/status/429*', '/status/5*'] }] as const;
const KEPT = ['/tree/', { max_depth: 1, keep: ['text', 'html'] }] as const;
const SLOW = { max_depth: 2, delay_ms: 2_000, scope: 'host' };
const WIDE = { width: 1440, height: 900 };
const NARROW = 320;
const HIGHEST = 4_000;
/** Left out by `make test`. */
const LONG = { tag: '@long' };

test.describe.configure({ timeout: 180_000 });

/** Nothing keeps anybody out, and nothing is beyond the edge. What is open stays open meanwhile. */
async function sound(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  for (const width of [WIDE.width, NARROW]) {
    await page.setViewportSize({ ...WIDE, width });
    // What the bar at the bottom covers is smaller than it is: as high as all of it, nothing is covered.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.min(height, HIGHEST) });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(beyond, `${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
    await open(page);
  }
  await page.setViewportSize(WIDE);
}

/** Nothing keeps anybody out of what is seen now, by day and by night. */
async function open(page: Page): Promise<void> {
  const where = `${page.url()} at ${page.viewportSize()?.width} px`;
  await page.emulateMedia({ colorScheme: 'light' });
  expect.soft(await barriers(page), where).toEqual([]);
  // By night only colours differ.
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await barriers(page, ['color-contrast']), `${where}, dark`).toEqual([]);
}

/** What axe finds. There are no frames, so that it may look at the page as it is. */
async function barriers(page: Page, rules?: string[]): Promise<string[]> {
  const looking = new AxeBuilder({ page }).setLegacyMode();
  if (rules) looking.withRules(rules);
  else looking.options({ rules: { 'target-size': { enabled: true } } });
  // What is behind a dialog cannot be reached, and is looked at without it.
  if (await page.getByRole('dialog').count()) looking.include('dialog[open]');
  const { violations } = await looking.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`));
}

async function begin(page: Page): Promise<string> {
  const data = { url: `${process.env.SITE_URL}/`, ...SLOW };
  return (await (await page.request.post('/api/v1/crawls', { data })).json()).crawl_id;
}

test('the list of crawls', async ({ page, crawled }) => {
  await crawled(...STATUSES);
  await begin(page);
  await page.goto('/crawls');
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await sound(page);
  await page
    .getByRole('button', { name: /^Actions for/ })
    .last()
    .press('ArrowUp');
  await expect(page.getByRole('menu')).toBeVisible();
  await sound(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await sound(page);
  await page.goto('/crawls?status=failed&search=none');
  await sound(page);
});

test('the list without a crawl', async ({ page }) => {
  await page.route('**/api/v1/crawls?*', (route) => route.fulfill({ json: { items: [], next: null } }));
  await page.goto('/crawls');
  await expect(page.getByText('No crawls yet')).toBeVisible();
  await sound(page);
});

test('a new crawl', async ({ page }) => {
  await page.goto('/crawls/new?url=http://127.0.0.1:9/');
  for (const fold of ['Limits', 'Scope', 'Pace and robots.txt', 'Sent and kept']) {
    await page.getByText(fold, { exact: true }).click();
  }
  await page.getByLabel('Try an address').fill('/blog/');
  await page.getByRole('button', { name: 'Start crawl' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await sound(page);
});

test('help, which is inside the page and leads back', async ({ page }) => {
  await page.goto('/crawls');
  await page.getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { name: 'The figures and what they count' })).toBeVisible();
  await sound(page);
  await page.getByRole('link', { name: 'Crawls', exact: true }).first().click();
  await expect(page).toHaveURL(/\/crawls$/);
});

test('a crawl that runs', async ({ page }) => {
  const id = await begin(page);
  await page.goto(`/crawls/${id}/progress`);
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
  await sound(page);
  await page.getByRole('button', { name: 'Cancel' }).press('ArrowDown');
  await expect(page.getByRole('menu')).toBeVisible();
  await sound(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Change pace' }).click();
  await expect(page.getByLabel('Delay, ms')).toBeVisible();
  await sound(page);
});

test('a crawl that was deleted meanwhile', async ({ page }) => {
  const id = await begin(page);
  await page.goto(`/crawls/${id}/progress`);
  await page.getByRole('button', { name: 'Cancel' }).press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await sound(page);
  await page.request.delete(`/api/v1/crawls/${id}`);
  await expect(page.getByRole('heading', { name: /was deleted/ })).toBeVisible();
  await sound(page);
});

test('what was just done, and what could not be', async ({ page, crawled }) => {
  const id = await crawled(...MISSING);
  await page.goto(`/crawls/${id}/errors`);
  await page
    .getByRole('button', { name: /again$/ })
    .last()
    .click();
  const told = page.getByText('will be tried again');
  await expect(told).toBeVisible();
  await open(page);
  await expect(told).toBeVisible();
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.goto(`/crawls/${id}/stats`);
  await expect(page.getByRole('alert')).toBeVisible();
  await sound(page);
});

for (const tab of ['progress', 'stats', 'errors', 'export', 'export?what=graph']) {
  test(`a crawl that is over: ${tab}`, async ({ page, crawled }) => {
    const id = await crawled(...STATUSES);
    await page.goto(`/crawls/${id}/${tab}`);
    await expect(page.getByRole('navigation', { name: 'Parts of this crawl' })).toBeVisible();
    await sound(page);
  });
}

test('the graph of a crawl', LONG, async ({ page, crawled }) => {
  const id = await crawled(...KEPT);
  await page.goto(`/crawls/${id}/graph`);
  const stage = page.getByRole('application', { name: /^Graph of/ });
  await expect(stage).toHaveAttribute('data-dots', /\d/);
  await sound(page);
  await stage.press('ArrowUp');
  await expect(page.getByRole('region', { name: 'Selected' })).toBeVisible();
  await sound(page);
  await stage.press('Enter');
  await expect(page.getByRole('dialog').getByRole('tab', { selected: true })).toBeVisible();
  await sound(page);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Find a page' }).fill('tree');
  await expect(page.getByRole('option').first()).toBeVisible();
  await sound(page);
  for (const search of ['as=outline', 'as=table', 'view=hosts', 'view=hosts&as=table', 'page=1']) {
    await page.goto(`/crawls/${id}/graph?${search}`);
    await expect(page.getByText(/^Showing/)).toBeVisible();
    await sound(page);
  }
});

test('the pages of a crawl', LONG, async ({ page, crawled }) => {
  const id = await crawled(...STATUSES);
  await page.goto(`/crawls/${id}/pages?state=FAILED&depth=1`);
  await expect(page.getByRole('grid', { name: 'Pages' }).getByRole('row').nth(1)).toBeVisible();
  await sound(page);
  await page.getByRole('button', { name: 'Filter by status' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await sound(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Title' })).toBeVisible();
  await sound(page);
  await page.goto(`/crawls/${id}/pages?search=nothing-like-it&status=5xx`);
  await expect(page.getByText('No pages match')).toBeVisible();
  await sound(page);
});

test('a page', LONG, async ({ page, crawled, api }) => {
  const id = await crawled(...KEPT);
  const { items } = await (await api.get(`crawls/${id}/pages?depth=1&limit=1`)).json();
  for (const part of ['text', 'html', 'in', 'out', 'headers', 'path', 'select']) {
    await page.goto(`/crawls/${id}/pages/${items[0].id}?part=${part}`);
    await expect(page.getByRole('tab', { selected: true })).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('status')).toHaveCount(0);
    await sound(page);
  }
});

test('the playground', LONG, async ({ page }) => {
  await page.goto('/playground');
  await sound(page);
  await page.goto(
    `/playground?url=${process.env.SITE_URL}/tree/a1&fields=heading: h1%0Aprice: .price%0Abad: [[`,
  );
  await sound(page);
  await page.getByRole('button', { name: 'Scrape', exact: true }).click();
  await page.getByText('History').click();
  for (const part of ['Markdown', 'Text', 'Links', 'Fields', 'HTML', 'JSON', 'Timing']) {
    await page.getByRole('tab', { name: part }).click();
    await sound(page);
  }
  await page.getByLabel('Address').fill('http://10.0.0.1/');
  await page.getByLabel('Address').press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await sound(page);
});

test('what is around every screen, and addresses that lead nowhere', async ({ page }) => {
  await page.goto('/no/such/place');
  await sound(page);
  await page.goto('/crawls/no-such-crawl/progress');
  await sound(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('example.org/a');
  await expect(page.getByRole('option').first()).toBeVisible();
  await sound(page);
  await page.route('**/api/v1/**', (route) =>
    route.fulfill({ status: 401, json: { type: 'urn:leadline:problem:no-key', detail: 'a key is wanted' } }),
  );
  await page.goto('/crawls');
  await expect(page.getByRole('textbox', { name: 'Key' })).toBeFocused();
  await sound(page);
});
