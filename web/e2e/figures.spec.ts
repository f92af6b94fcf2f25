import { expect, test } from './test';

/** Every status, without those that ask for patience. */
const STATUSES = ['/status/', { max_depth: 1, exclude: ['/status/429*', '/status/503*'] }] as const;
/** A crawl of its own for who changes it. */
const MISSING = ['/status/', { max_depth: 1, exclude: ['/status/429*', '/status/50*'] }] as const;

test('every number of the statistics leads to the pages it counts', async ({ page, crawled }) => {
  const id = await crawled(...STATUSES);
  await page.goto(`/crawls/${id}/stats`);
  const door = page.getByRole('link', { name: /^200/ });
  const [, figure] = /200\s*(\d+)/.exec((await door.textContent()) ?? '') ?? [];

  await door.click();

  await expect(page).toHaveURL(/pages\?status=200$/);
  await expect(page.getByText(`${figure} pages`, { exact: true })).toBeVisible();
});

test('what failed is told by its cause, shown, and tried again', async ({ page, crawled }) => {
  const id = await crawled(...MISSING);
  await page.goto(`/crawls/${id}/errors`);
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Not found' }) });

  await card.getByRole('button', { name: 'Try it again' }).click();
  await expect(page.getByText('1 page will be tried again.')).toBeVisible();
  await expect(card).toBeVisible();
  await card.getByRole('link', { name: 'Show 1 page' }).click();

  await expect(page).toHaveURL(/pages\?state=FAILED&error=HttpError&status=404$/);
  await expect(page.getByRole('grid', { name: 'Pages' })).toContainText('/status/404');
});

test('a page that failed shows the pages that link to it', async ({ page, crawled }) => {
  const id = await crawled('/planted/start', { max_depth: 2 });
  await page.goto(`/crawls/${id}/errors`);
  const address = page.getByRole('link', { name: '/planted/gone', exact: true });
  const gone = page.getByRole('listitem').filter({ has: address });
  await expect(gone).toContainText('Linked from /planted/');

  await gone.getByRole('link', { name: '/planted/one', exact: true }).click();

  await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('/planted/one');
});

test('a selector is tried on the page as it is kept', async ({ page, crawled }) => {
  const id = await crawled('/tree/', { max_depth: 1, keep: ['text', 'html'] });
  await page.goto(`/crawls/${id}/pages?depth=0`);
  await page.getByRole('grid', { name: 'Pages' }).getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Selector' }).click();
  const field = page.getByLabel('CSS selector');

  await field.fill('title');
  await expect(page.getByText('✓ 1 match')).toBeVisible();
  await field.fill('title[[');

  await expect(page.getByText(/is not valid CSS/)).toBeVisible();
});

test('on a narrow screen the tabs fade and an arrow points where there are more', async ({
  page,
  crawled,
}) => {
  const id = await crawled('/tree/', { max_depth: 1, keep: ['text', 'html'] });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/crawls/${id}/progress`);
  const tabs = page.getByRole('navigation', { name: 'Parts of this crawl' });
  await expect(tabs).toHaveAttribute('data-hidden', 'right');
  await expect(tabs).toHaveCSS('mask-image', /linear-gradient/);
  const arrow = tabs.locator('..').locator('> svg');
  await expect(arrow).toBeVisible();

  await tabs.evaluate((nav) => nav.scrollTo({ left: nav.scrollWidth }));
  await expect(tabs).toHaveAttribute('data-hidden', 'left');
  await expect(arrow).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 800 });
  await expect(tabs).toHaveAttribute('data-hidden', 'none');
  await expect(tabs).toHaveCSS('mask-image', 'none');
});
