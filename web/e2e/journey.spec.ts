/** From an address to a file, once by mouse and once by keyboard alone. */

import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from '@playwright/test';
import { expect, test } from './test';

/** Long enough to be watched. */
const GAP_MS = '60';
const FARTHEST = 80;

function figure(page: Page, name: string): Locator {
  return page.getByRole('region', { name: 'Figures' }).getByRole('link', { name: new RegExp(`^${name}`) });
}

function part(page: Page, name: RegExp): Locator {
  return page.getByRole('navigation', { name: 'Parts of this crawl' }).getByRole('link', { name });
}

function stage(page: Page): Locator {
  return page.getByRole('application', { name: /^Graph of/ });
}

async function dots(page: Page): Promise<number> {
  return Number(await stage(page).getAttribute('data-dots'));
}

async function watched(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/crawls\/[^/]+\/progress$/);
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
  const fetched = async () => Number(/\d+/.exec((await figure(page, 'Fetched').textContent()) ?? '')?.[0]);
  const before = await fetched();
  await expect.poll(fetched).toBeGreaterThan(before);
}

async function grown(page: Page): Promise<void> {
  await expect(stage(page)).toHaveAttribute('data-dots', /\d/);
  const before = await dots(page);
  await expect.poll(() => dots(page)).toBeGreaterThan(before);
}

async function ended(page: Page): Promise<void> {
  await expect(page.locator('header p').filter({ hasText: /clicks? deep/ })).toContainText('Done', {
    timeout: 40_000,
  });
}

async function expectPages(file: Download): Promise<void> {
  const pages = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n');
  expect(pages.map((line) => JSON.parse(line).url).join('\n')).toContain('/tree/a1/b2');
}

test('by mouse', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: /New crawl|All options/ }).click();
  await page.getByLabel('Address', { exact: true }).click();
  await page.keyboard.insertText(`${process.env.SITE_URL}/tree/`);
  await page.getByText('Pace and robots.txt').click();
  await page.getByLabel('Delay, ms').click();
  await page.keyboard.insertText(GAP_MS);
  await page.getByRole('button', { name: 'Start crawl' }).click();
  await watched(page);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.locator('header p').filter({ hasText: /clicks? deep/ })).toContainText('Paused');
  await page.getByRole('button', { name: 'Resume' }).click();
  await part(page, /^Graph/).click();
  await grown(page);

  await part(page, /^Pages/).click();
  await page.getByRole('grid', { name: 'Pages' }).getByRole('row').nth(1).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Crawled: it answered 200');
  await dialog.getByRole('tab', { name: /^Links out/ }).click();
  await expect(dialog.getByRole('tabpanel')).toContainText('to /tree/a0/');
  await dialog.getByRole('link', { name: 'Show in graph' }).click();
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText('Depth 0');

  await ended(page);
  await part(page, /^Export/).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Save crawl-/ }).click();
  await expectPages(await coming);
});

/** As who has no mouse: Tab until it is there. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let pressed = 0; pressed < FARTHEST; pressed += 1) {
    await page.keyboard.press(key);
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${wanted}`);
}

test('by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('main')).not.toBeEmpty();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('New');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Address', { exact: true })).toBeFocused();
  await page.keyboard.type(`${process.env.SITE_URL}/tree/`);
  await tabTo(page, page.locator('summary', { hasText: 'Pace and robots.txt' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Delay, ms'));
  await page.keyboard.type(GAP_MS);
  await page.keyboard.press('Enter');
  await watched(page);

  await tabTo(page, part(page, /^Graph/));
  await page.keyboard.press('Enter');
  await grown(page);
  await tabTo(page, stage(page));
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText('Depth 0');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Crawled: it answered 200');
  await tabTo(page, dialog.getByRole('tab', { selected: true }));
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByRole('tabpanel')).toContainText('The crawl started here');
  await page.keyboard.press('Escape');
  await expect(stage(page)).toBeFocused();

  await ended(page);
  await tabTo(page, part(page, /^Export/), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: /^Save crawl-/ }));
  const coming = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  await expectPages(await coming);
});
