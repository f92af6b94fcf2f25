/** What has to hold wherever something of a stranger is shown, and a walk to all these places. */

import type { Page } from '@playwright/test';
import { MARKUP } from './poison';
import { expect } from './test';

/** Nothing is wider than its place, nothing can be clicked that would run, no element is a stranger's. */
export async function harmless(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('status', { name: /^Loading|^Drawing/ })).toHaveCount(0);
  const found = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('dialog[open] .overflow-y-auto')];
    return {
      beyond: document.documentElement.scrollWidth > innerWidth,
      wide: boxes.filter((box) => box.scrollWidth > box.clientWidth).length,
      links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
        .filter((link) => !/^https?:$/.test(link.protocol))
        .map((link) => link.href),
      strangers: document.querySelectorAll('#root :is(img, iframe, object, embed, script, base, style)')
        .length,
    };
  });
  expect(found, page.url()).toEqual({ beyond: false, wide: 0, links: [], strangers: 0 });
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main')).not.toBeEmpty();
  await harmless(page);
}

/** Each tab of what is open. */
export async function turnTabs(page: Page): Promise<void> {
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await harmless(page);
  }
}

const PARTS = [
  'progress',
  'pages',
  'pages?sort=title&order=desc',
  `pages?search=${encodeURIComponent(MARKUP)}&host=${encodeURIComponent(MARKUP)}`,
  'graph',
  'graph?view=links&colour=host',
  'graph?view=hosts',
  'graph?as=outline',
  'graph?as=table',
  'stats',
  'errors',
  'export',
];

export interface Crawled {
  id: string;
  pageId: string;
  /** A crawl of the same address that found less. */
  earlier: string;
}

/** Every view of a crawl, and what opens on it. */
export async function lookAround(page: Page, { id, pageId, earlier }: Crawled): Promise<void> {
  for (const part of [...PARTS, `changes?with=${earlier}`]) await open(page, `/crawls/${id}/${part}`);
  await open(page, `/crawls/${id}/graph?page=${pageId}`);
  await expect(page.getByRole('region', { name: 'Selected' })).toBeVisible();
  await harmless(page);
  for (const over of ['graph', 'pages']) {
    await open(page, `/crawls/${id}/${over}/${pageId}`);
    await expect(page.getByRole('dialog').getByRole('tab').first()).toBeVisible();
    await harmless(page);
  }
  await turnTabs(page);
  await open(page, `/crawls/${id}/pages`);
  await page.getByRole('button', { name: 'Filter by type' }).click();
  await harmless(page);
  await open(page, '/crawls');
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${id}"]`) });
  await row.getByRole('button').click();
  await harmless(page);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await harmless(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').first()).toBeVisible();
  await harmless(page);
}
