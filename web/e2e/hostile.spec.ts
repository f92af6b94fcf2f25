import type { Page } from '@playwright/test';
import { expect, test } from './test';

const HOSTILE = ['/hostile/', { requested_depth: 2, keep: ['text', 'html'] }] as const;

const NAMES = [
  'script-title',
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
];

/** Nothing of a page is wider than its screen. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

test.describe('what was crawled is shown, and does nothing', () => {
  for (const width of [320, 1440]) {
    test(`in the table, ${width} px wide`, async ({ page, crawled, tripped }) => {
      await page.setViewportSize({ width, height: 800 });
      const id = await crawled(...HOSTILE);
      for (const sort of ['title', 'size', 'address']) {
        await page.goto(`/crawls/${id}/pages?sort=${sort}&order=desc`);
        await expect(page.getByRole('grid', { name: 'Pages' }).getByRole('row').nth(5)).toBeVisible();
        expect(await overflow(page)).toBe(0);
      }
      expect(tripped).toEqual([]);
    });
  }

  test('in each part of each page', async ({ page, crawled, api, tripped }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width: 390, height: 800 });
    const id = await crawled(...HOSTILE);
    const list = await (await api.get(`crawls/${id}/pages?depth=1&status=200&limit=100`)).json();
    for (const name of NAMES) {
      const { id: pageId } = list.items.find((each: { url: string }) => each.url.endsWith(`/${name}`));
      await page.goto(`/crawls/${id}/pages/${pageId}`);
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('Crawled:');
      for (const tab of await dialog.getByRole('tab').all()) {
        await tab.click();
        await expect(dialog.getByRole('status')).toHaveCount(0);
        const wide = await dialog.evaluate((box) => {
          const content = box.querySelector('.overflow-y-auto');
          return content ? content.scrollWidth - content.clientWidth : 0;
        });
        expect(wide, `${page.url()}`).toBe(0);
      }
      for (const link of await dialog.getByRole('link').all()) {
        expect(await link.getAttribute('href')).toMatch(/^(https?:\/\/|\/crawls\/)/);
      }
    }
    expect(tripped).toEqual([]);
  });
});
