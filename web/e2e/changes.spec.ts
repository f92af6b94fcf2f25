import type { Page } from '@playwright/test';
import { expect, test } from './test';

const ADDRESS = '/tree/a6/';

function kind(page: Page, name: string) {
  return page.locator('section', { has: page.getByRole('heading', { name: new RegExp(`^${name}`) }) });
}

test('what has changed since an earlier crawl, since which one chooses', async ({ page, crawled }) => {
  const first = await crawled(ADDRESS, { max_depth: 0 });
  await page.goto(`/crawls/${first}/changes`);
  await expect(page.getByText('There is no earlier crawl to compare with.')).toBeVisible();

  const second = await crawled(ADDRESS, { max_depth: 2 });
  await page.goto(`/crawls/${second}/progress`);
  await page.getByRole('link', { name: 'Changes' }).click();
  await expect(kind(page, 'New').getByRole('link').first()).toBeVisible();
  // The first crawl knew some pages without fetching them: no change of the site, and the reason is told.
  await expect(page.getByRole('list', { name: 'Warnings' })).toContainText('max_depth: 0 before, 2 after');
  await expect(kind(page, 'Not fetched in one of the crawls').getByRole('link').first()).toContainText(
    'Too deep→200',
  );
  await expect(kind(page, 'Status changed')).toContainText('No page changed its status.');
  await expect(kind(page, 'Gone')).toContainText('No page is gone.');
  await expect(kind(page, 'Changed content')).toContainText('No page changed its content.');
  await kind(page, 'New').getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/crawls/${second}/pages/\\d+`));

  const third = await crawled(ADDRESS, { max_depth: 0, max_attempts: 2 });
  await page.goto(`/crawls/${third}/changes`);
  await expect(kind(page, 'New')).toContainText('No page is new.');
  const gone = kind(page, 'Gone').getByRole('link').first();
  // What is gone opens in the crawl that has it.
  await expect(gone).toHaveAttribute('href', new RegExp(`/crawls/${second}/pages/`));
  await page.getByLabel('Compared with the crawl of').selectOption(first);
  await expect(page).toHaveURL(new RegExp(`with=${first}$`));
  await expect(kind(page, 'Gone')).toContainText('No page is gone.');
  await expect(page.getByRole('list', { name: 'Warnings' })).toHaveCount(0);
});
