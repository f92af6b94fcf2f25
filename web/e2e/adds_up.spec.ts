/** One crawl has the same figures on every screen, and they add up to what was found. */

import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { SlowSite } from './slow_site';
import { expect, test } from './test';

/** Pages that are fetched, that fail, that robots.txt and the scope keep out, and that are too deep. */
const MIXED = ['/planted/start', { max_depth: 1 }] as const;

const WORDS = [
  'fetched',
  'failed',
  'skipped',
  'too deep',
  'cancelled',
  'fetching',
  'queued',
  'found',
] as const;
type Word = (typeof WORDS)[number];
type Figures = Partial<Record<Word, number>>;

/** "3 fetched of 12 found 1 failed · 4 skipped": the figure before each word; nothing where there is none. */
function figuresIn(text: string): Figures {
  const known = WORDS.map((word) => [word, new RegExp(`([\\d,]+)\\s+${word}`).exec(text)?.[1]] as const);
  return Object.fromEntries(
    known.flatMap(([word, digits]) => (digits ? [[word, Number(digits.replaceAll(',', ''))]] : [])),
  );
}

async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? '';
}

/** The figures of a list of bars, and of large counters: what is named first, then the number. */
async function barsOf(section: Locator): Promise<number[]> {
  await expect(section.getByRole('listitem').first()).toBeVisible();
  return section
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) => Number(item.firstElementChild?.lastElementChild?.textContent?.replaceAll(',', ''))),
    );
}

async function countersOf(page: Page): Promise<Figures> {
  const links = page.getByRole('region', { name: 'Figures' }).getByRole('link');
  const parts = await links.evaluateAll((all) =>
    all.map((link) => [...link.children].map((child) => child.textContent ?? '')),
  );
  const named = parts.map(([label = '', figure = '']) => [
    label.toLowerCase(),
    Number(figure.replaceAll(',', '')),
  ]);
  return Object.fromEntries(named.filter(([, figure]) => figure !== 0));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

/** What the exported file has, line by line: nothing of it was counted by the server. */
async function exported(page: Page, id: string): Promise<Figures> {
  await page.goto(`/crawls/${id}/export`);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Save crawl-/ }).click();
  const file = readFileSync(await (await coming).path(), 'utf8');
  const pages = file
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { state: string; fetched: boolean });
  const count = (state: string, fetched?: boolean) =>
    pages.filter((each) => each.state === state && (fetched ?? each.fetched) === each.fetched).length;
  return {
    fetched: count('COMPLETED', true),
    failed: count('FAILED'),
    skipped: count('SKIPPED'),
    'too deep': count('COMPLETED', false),
    found: pages.length,
  };
}

test('list, header, progress, pages, stats and export of a crawl agree', async ({ page, crawled }) => {
  const id = await crawled(...MIXED);
  const all = await exported(page, id);
  const { found = 0, fetched = 0, failed = 0, skipped = 0, 'too deep': tooDeep = 0 } = all;
  for (const word of ['fetched', 'failed', 'skipped', 'too deep'] as const)
    expect(all[word], word).toBeGreaterThan(0);
  expect(fetched + failed + skipped + tooDeep).toBe(found);
  await expect(page.getByText(`${found} found, ${fetched} of them fetched`)).toBeVisible();

  await page.goto('/crawls');
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${id}"]`) });
  expect(figuresIn(await textOf(row)), 'list').toEqual(all);
  expect(figuresIn((await row.getByRole('progressbar').getAttribute('aria-valuetext')) ?? ''), 'bar').toEqual(
    all,
  );

  await page.goto(`/crawls/${id}/progress`);
  const header = page.getByRole('main').locator('header');
  await expect(header).toContainText('1 click deep');
  expect(figuresIn(await textOf(header)), 'header').toEqual(all);
  expect(await countersOf(page), 'counters').toEqual(all);
  expect(sum(await barsOf(page.getByRole('region', { name: 'By state' }))), 'by state').toBe(found);
  expect(sum(await barsOf(page.getByRole('region', { name: 'By depth' }))), 'by depth').toBe(found);
  await expect(page.getByRole('note', { name: 'Summary' })).toContainText(
    new RegExp(`^${fetched} pages fetched in .*\\. ${failed} failed.*\\. Deepest: 1 click\\.$`),
  );
  const tabs = page.getByRole('navigation', { name: 'Parts of this crawl' });
  await expect(tabs.getByRole('link', { name: /^Pages/ })).toHaveText(`Pages${found}`);
  await expect(tabs.getByRole('link', { name: /^Errors/ })).toHaveText(`Errors${failed}`);

  await page.goto(`/crawls/${id}/pages`);
  const grid = page.getByRole('grid', { name: 'Pages' });
  await expect(page.getByRole('status').filter({ hasText: `${found} found` })).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', String(found + 1));
  for (const [state, figure] of [
    ['FETCHED', fetched],
    ['FAILED', failed],
    ['SKIPPED', skipped],
    ['TOO-DEEP', tooDeep],
  ] as const) {
    await page.goto(`/crawls/${id}/pages?state=${state}`);
    await expect(grid, state).toHaveAttribute('aria-rowcount', String(figure + 1));
  }

  await page.goto(`/crawls/${id}/stats`);
  const states = page.getByRole('region', { name: 'State', exact: true });
  expect(await barsOf(states), 'states').toEqual([fetched, failed, skipped, tooDeep]);
  await expect(states).toContainText(/Fetched.*Failed.*Skipped.*Too deep/);
  expect(sum(await barsOf(page.getByRole('region', { name: 'Depth', exact: true }))), 'depths').toBe(found);

  await page.goto(`/crawls/${id}/errors`);
  await expect(
    page.getByText(`These did not fail: ${skipped} skipped by a rule, ${tooDeep} too deep.`),
  ).toBeVisible();
});

test('a page that is too deep is never told as fetched, and can be crawled one click deeper', async ({
  page,
  crawled,
}) => {
  const id = await crawled(...MIXED);
  await page.goto(`/crawls/${id}/pages`);
  await page.getByRole('button', { name: 'Filter by state' }).click();
  await page.getByRole('menuitem', { name: /^too deep/ }).click();
  const rows = page.getByRole('grid', { name: 'Pages' }).getByRole('row').filter({ hasText: '/planted/' });
  await expect(rows.first()).toContainText('Too deep');
  await expect(rows.filter({ hasText: /Done|Fetched/ })).toHaveCount(0);

  await rows.first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'Crawl again 2 clicks deep' }).click();

  await expect(page.getByText('2 clicks deep')).toBeVisible();
});

test('what a rule skipped can be crawled again without that rule', async ({ page, crawled }) => {
  const id = await crawled(...MIXED);
  await page.goto(`/crawls/${id}/errors`);
  const rules = page.getByRole('region', { name: 'Not fetched' });
  await expect(rules.getByRole('link', { name: 'Crawl again with scope: anywhere' })).toBeVisible();

  await rules.getByRole('link', { name: 'Crawl again ignoring robots.txt' }).click();

  await expect(page.getByText('1 click deep')).toContainText('ignoring robots.txt');
});

test('a crawl that a limit cut says so', async ({ page, crawled }) => {
  const id = await crawled('/tree/', { max_pages: 20 });
  await page.goto(`/crawls/${id}/progress`);
  await expect(page.getByRole('main').locator('header')).toContainText('page limit reached');

  await page.goto('/crawls');

  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${id}"]`) });
  await expect(row).toContainText('page limit reached');
});

test('a crawl that its time limit cut says so once, and can be crawled again without it', async ({
  page,
  crawled,
}) => {
  const id = await crawled('/tree/', { delay_ms: 200, max_time_s: 1 });
  await page.goto('/crawls');
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${id}"]`) });
  await expect(row).toContainText('time limit reached · 3 clicks deep');
  await page.goto(`/crawls/${id}/stats`);
  const header = page.getByRole('main').locator('header');
  await expect(header).toContainText('time limit reached');
  await expect(header).not.toContainText('max_time');
  await expect(header).not.toContainText('was over');
  await expect(page.getByText('the time limit', { exact: true })).toBeVisible();

  await header.getByRole('link', { name: 'Crawl again' }).click();
  await expect(page.getByText('for at most 1 s')).toBeVisible();

  await page.goto(`/crawls/${id}/errors`);
  await page.getByRole('link', { name: 'Crawl again without a time limit' }).click();
  await expect(page.getByText('3 clicks deep')).not.toContainText('for at most');
});

test('by depth adds up to what is found, at the end without a reload', async ({ page }) => {
  const site = new SlowSite('/a');
  await site.start();
  const begun = await page.request.post('/api/v1/crawls', { data: { url: site.url, delay_ms: 0 } });
  const counted = page.waitForResponse(/\/stats$/);
  await page.goto(`/crawls/${(await begun.json()).crawl_id}/progress`);
  await counted;

  // The crawl ends while the server still answers with what it has counted just now.
  site.answer();

  await expect(page.getByRole('note', { name: 'Summary' })).toContainText('Deepest: 2 clicks.');
  const depths = page.getByRole('region', { name: 'By depth' });
  await expect.poll(() => barsOf(depths)).toEqual([1, 2, 2]);
  await expect(depths.getByText('found since the last count')).toHaveCount(0);
  site.end();
});

test('by depth adds up to what is found while the crawl runs', async ({ page }) => {
  const data = { url: `${process.env.SITE_URL}/tree/`, delay_ms: 250, scope: 'host' };
  const begun = await page.request.post('/api/v1/crawls', { data });
  await page.goto(`/crawls/${(await begun.json()).crawl_id}/progress`);
  const depths = page.getByRole('region', { name: 'By depth' });
  await expect(depths.getByRole('listitem').first()).toBeVisible();
  const isEqual = async () => sum(await barsOf(depths)) === (await countersOf(page)).found;

  for (const clicks of [20, 40]) {
    await expect.poll(async () => (await countersOf(page)).found ?? 0).toBeGreaterThan(clicks);
    await expect.poll(isEqual, { intervals: [100], timeout: 3_000 }).toBe(true);
  }
});
