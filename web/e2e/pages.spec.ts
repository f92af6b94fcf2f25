import { expect, test } from './test';

/** Every status, without those that ask for patience. */
const STATUSES = ['/status/', { max_depth: 1, exclude: ['/status/429*', '/status/503*'] }] as const;

test('a filter is an address that shows the same again', async ({ page, crawled }) => {
  const id = await crawled(...STATUSES);
  await page.goto(`/crawls/${id}/pages`);
  const rows = page.getByRole('grid', { name: 'Pages' }).getByRole('row');

  await page.getByRole('button', { name: 'Filter by status' }).click();
  await page.getByRole('menuitem', { name: '4xx' }).click();
  await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click();
  await expect(page).toHaveURL(/status=4xx&sort=status$/);
  await expect(rows.nth(1)).toContainText('400');
  const shown = await rows.allInnerTexts();
  await page.reload();

  await expect(rows.nth(1)).toContainText('400');
  expect(await rows.allInnerTexts()).toEqual(shown);
  expect(shown.slice(1).every((row) => /\b4\d\d\b/.test(row))).toBe(true);
});

test('what is typed is looked for, and filters that leave nothing over are named', async ({
  page,
  crawled,
}) => {
  const id = await crawled(...STATUSES);
  await page.goto(`/crawls/${id}/pages?state=FAILED`);
  await expect(page.getByRole('searchbox')).toBeVisible();

  await page.keyboard.press('/');
  await page.keyboard.type('no such page');

  await expect(page.getByText('No pages match failed · “no such page”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear “no such page”' }).click();
  await expect(page).toHaveURL(/pages\?state=FAILED$/);
  await expect(page.getByRole('grid', { name: 'Pages' })).toContainText('404');
});

test('columns that are chosen stay chosen', async ({ page, crawled }) => {
  const id = await crawled(...STATUSES);
  await page.goto(`/crawls/${id}/pages`);
  await expect(page.getByRole('columnheader', { name: 'Title' })).toBeVisible();

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Title' }).uncheck();
  await page.getByRole('checkbox', { name: 'Host' }).check();
  await page.reload();

  await expect(page.getByRole('columnheader', { name: 'Host' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveCount(0);
});

test('pages are sorted by the links to them and from them', async ({ page, crawled }) => {
  const id = await crawled('/planted/start', { max_depth: 2 });
  await page.goto(`/crawls/${id}/pages`);
  const rows = page.getByRole('grid', { name: 'Pages' }).getByRole('row');
  const start = rows.filter({ hasText: '/planted/start' });
  await expect(start.getByRole('gridcell').last()).toHaveText('6');

  await page.getByRole('columnheader', { name: 'Links out' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=links_out$/);
  await expect(rows.nth(1)).toContainText('/planted/one');
  await page.getByRole('columnheader', { name: 'Links in' }).getByRole('button').click();

  await expect(page).toHaveURL(/sort=links_in$/);
  const linksIn = page
    .getByRole('grid', { name: 'Pages' })
    .locator('[role=row] > [role=gridcell]:nth-last-child(2)');
  await expect.poll(async () => Number(await linksIn.first().textContent())).toBeGreaterThan(1);
  const figures = (await linksIn.allTextContents()).map(Number);
  expect(figures).toEqual(figures.toSorted((a, b) => b - a));
});

test('rows do not move by themselves: what has ended meanwhile waits for a click', async ({ page, api }) => {
  const data = { url: `${process.env.SITE_URL}/tree/`, delay_ms: 100, max_depth: 3 };
  const { crawl_id: id } = await (await api.post('crawls', { data })).json();
  await page.goto(`/crawls/${id}/pages?state=FETCHED`);
  const grid = page.getByRole('grid', { name: 'Pages' });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  const before = await grid.getByRole('link').count();

  const news = page.getByRole('button', { name: /\d+ new pages?$/ });
  await expect(news).toBeVisible();
  expect(await grid.getByRole('link').count()).toBe(before);
  await news.click();

  await expect.poll(() => grid.getByRole('link').count()).toBeGreaterThan(before);
  await api.post(`crawls/${id}/cancel`);
});

test('the page that is pointed at is seen in the small graph, which can be hidden', async ({
  page,
  crawled,
}) => {
  const id = await crawled(...STATUSES);
  await page.goto(`/crawls/${id}/pages`);
  const small = page.getByRole('complementary', { name: 'Small graph' });
  await expect(small).toContainText(/\d+ of \d+ pages/);
  await expect(small.locator('.pulse')).toHaveCount(0);

  await page.getByRole('grid', { name: 'Pages' }).getByRole('row').nth(3).hover();
  await expect(small.locator('.pulse')).toBeVisible();
  await expect(small.getByRole('link')).toHaveAttribute('href', /\/graph\?page=\d+$/);

  await small.getByRole('button', { name: 'Hide the small graph' }).click();
  await expect(small).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(small).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Small graph' }).check();
  await expect(small).toBeVisible();
});
