import type { Page } from '@playwright/test';
import { expect, test } from './test';

const SLOW = { max_depth: 2, delay_ms: 2_000, scope: 'host' };

/** A crawl that takes long, its id. */
async function begin(page: Page, path = '/', options: object = SLOW): Promise<string> {
  const begun = await page.request.post('/api/v1/crawls', {
    data: { url: `${process.env.SITE_URL}${path}`, ...options },
  });
  return (await begun.json()).crawl_id;
}

test('an address is typed, and the crawl is watched as it goes', async ({ page }) => {
  await page.goto('/crawls/new');
  await expect(page.getByLabel('Address', { exact: true })).toBeFocused();
  await page.keyboard.type(`${process.env.SITE_URL}/status/`);
  await page.keyboard.press('Tab');
  await expect(page.getByText('3 clicks deep')).toBeVisible();
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/crawls\/[^/]+\/progress$/);
  await expect(page).toHaveTitle(/^\(\d+ %\) 127\.0\.0\.1:\d+ · Leadline$/);
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
  await page
    .getByRole('region', { name: 'Figures' })
    .getByRole('link', { name: /^Queued/ })
    .click();
  await expect(page).toHaveURL(/pages\?state=QUEUED$/);
});

test('options change the sentence, and the sentence is what is sent', async ({ page }) => {
  await page.goto(`/crawls/new?url=${process.env.SITE_URL}/`);
  await page.getByText('Limits', { exact: true }).click();
  await page.getByLabel('Depth').fill('0');
  await page.getByLabel('Time limit').fill('soon');
  await expect(page.getByRole('button', { name: 'Start crawl' })).toBeDisabled();
  await page.getByLabel('Time limit').fill('10m');
  await page.getByText('Pace and robots.txt', { exact: true }).click();
  await page.getByLabel('Obey robots.txt').uncheck();
  await expect(page.getByText('the first page only')).toContainText(
    /for at most 10 min.*ignoring robots.txt/,
  );
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Start crawl' }).click();

  expect((await sent).postDataJSON()).toEqual({
    url: `${process.env.SITE_URL}/`,
    max_depth: 0,
    max_time_s: 600,
    respect_robots: false,
  });
  await expect(page).toHaveURL(/progress$/);
});

test('a pattern is tried before anything is fetched', async ({ page }) => {
  await page.goto(`/crawls/new?url=${process.env.SITE_URL}/`);
  await page.getByText('Scope', { exact: true }).click();
  await page.getByLabel('Exclude').fill('/tag/*');
  await page.getByLabel('Try an address').fill('/tag/new');
  await expect(page.getByText('Would not be followed')).toContainText('/tag/*');

  await page.getByLabel('Try an address').fill('/blog/');

  await expect(page.getByText('Would be followed')).toBeVisible();
});

test('an address that does not answer begins nothing, and says why', async ({ page }) => {
  await page.goto('/crawls/new?url=http://127.0.0.1:9/');
  await page.getByRole('button', { name: 'Start crawl' }).click();

  await expect(page.getByRole('alert')).toContainText('No crawl was started');
  await expect(page).toHaveURL(/\/crawls\/new/);
});

test('an address that the server may not connect to names the option of the server', async ({ page }) => {
  await page.goto('/crawls/new?url=http://10.1.1.1/');
  await page.getByRole('button', { name: 'Start crawl' }).click();

  await expect(page.getByRole('alert')).toContainText('restart leadline serve with --allow-network');
});

test('a crawl is paused, changed, resumed and stopped by keyboard alone', async ({ page }) => {
  const id = await begin(page);
  await page.goto(`/crawls/${id}/progress`);
  const status = page.locator('header p').filter({ hasText: /clicks? deep/ });
  await page.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(status).toContainText('Paused');

  await page.getByRole('button', { name: 'Change pace' }).press('Enter');
  await page.getByLabel('Delay, ms').fill('3000');
  await page.getByLabel('Time limit').fill('1h30m');
  await page.getByLabel('Delay, ms').press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('1 request / 3 s, set by this crawl')).toBeVisible();
  const { max_time_s } = await (await page.request.get(`/api/v1/crawls/${id}/options`)).json();
  expect(max_time_s).toBe(5400);

  await page.getByRole('button', { name: 'Resume' }).press('Enter');
  await expect(status).toContainText('Running');
  await page.getByRole('button', { name: 'Cancel' }).press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(status).toContainText('Cancelled');
});

test('a crawl is deleted from the list, and the list says so', async ({ page }) => {
  const id = await begin(page, '/status/200', { max_depth: 0 });
  await page.goto('/crawls');
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${id}"]`) });
  await row.getByRole('button').press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^Delete 127/ }).press('Enter');

  await expect(page.getByText(/^Deleted 127/)).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('Ctrl-K takes an address from anywhere', async ({ page }) => {
  await page.goto('/playground');
  await expect(page.getByLabel('Address')).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('example.org/a');
  await expect(page.getByRole('option')).toHaveText([/^Crawl it/, /^Scrape it/]);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/crawls\/new\?url=https%3A%2F%2Fexample.org%2Fa$/);
});

test('an address that cannot be crawled says why and what to type', async ({ page }) => {
  await page.goto('/crawls/new');
  await page.getByRole('textbox', { name: 'Address' }).fill('htp://example.com');
  await page.getByRole('button', { name: 'Start crawl' }).click();

  await expect(page.getByRole('alert')).toHaveText(
    '✕ htp:// cannot be crawled: write http:// or https:// instead.',
  );
});

test('a page that robots.txt disallows names the control that fetches it anyway', async ({ page }) => {
  await page.goto(`/crawls/new?url=${process.env.SITE_URL}/private/page`);
  await page.getByRole('button', { name: 'Start crawl' }).click();

  await expect(page.getByRole('alert')).toContainText(/^✕robots\.txt disallows/);
  await expect(page.getByRole('alert')).toContainText('switch off “Obey robots.txt”');
});
