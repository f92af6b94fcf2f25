import { expect, test } from './test';

test('a page opens and closes by the keyboard, and the focus comes back to its row', async ({
  page,
  crawled,
}) => {
  const id = await crawled('/tree/', { max_depth: 2 });
  await page.goto(`/crawls/${id}/pages`);
  const rows = page.getByRole('grid', { name: 'Pages' }).getByRole('row');
  await rows.nth(1).getByRole('link').focus();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const link = rows.nth(3).getByRole('link');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Crawled: it answered 200');
  const third = new URL(page.url()).pathname;
  await page.keyboard.press('ArrowRight');
  await expect(page).not.toHaveURL(new RegExp(`${third}$`));
  await expect(dialog).toContainText('not fetched: its depth 3');
  await page.keyboard.press('Escape');

  await expect(dialog).toHaveCount(0);
  await expect(rows.nth(4).getByRole('link')).toBeFocused();
  await expect(page).toHaveURL(/\/pages$/);
});

test('End and Home go to the ends of the list, and the focus is seen there', async ({ page, crawled }) => {
  const id = await crawled('/tree/', { max_depth: 2 });
  await page.goto(`/crawls/${id}/pages`);
  const grid = page.getByRole('grid', { name: 'Pages' });
  // The end of the list is where it is once all of it is loaded.
  await expect(grid).toHaveAttribute('aria-rowcount', /^[1-9]/);
  await grid.getByRole('row').nth(1).getByRole('link').focus();

  await page.keyboard.press('End');
  await expect(grid.getByRole('link').last()).toBeFocused();
  await expect(grid.getByRole('link').last()).toBeInViewport();
  await page.keyboard.press('Home');

  await expect(grid.getByRole('link').first()).toBeFocused();
  await expect(grid.getByRole('link').first()).toBeInViewport();
});

test('a page has an address, and so has each part of it', async ({ page, crawled }) => {
  const id = await crawled('/redirects/', { max_depth: 2 });
  await page.goto(`/crawls/${id}/pages?search=redirects/301`);
  await page.getByRole('grid', { name: 'Pages' }).getByRole('link').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'Redirects' })).toContainText('301');

  await dialog.getByRole('tab', { name: 'Headers' }).click();
  await expect(dialog.getByRole('tabpanel')).toContainText('location');
  await page.reload();

  await expect(dialog.getByRole('tabpanel')).toContainText('location');
  await dialog.getByRole('tab', { name: /^Links in/ }).click();
  await dialog.getByRole('tabpanel').getByRole('link').first().click();
  await expect(dialog.getByRole('heading')).toHaveText('redirects');
});
