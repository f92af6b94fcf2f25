/** The first crawl of a new user, of a site whose first page is slow. */

import type { Page } from '@playwright/test';
import { OwnServer } from './own_server';
import { SlowSite } from './slow_site';
import { expect, test } from './test';

let site: SlowSite;
let server: OwnServer;

test.beforeEach(async () => {
  site = new SlowSite();
  await site.start();
  server = new OwnServer({ LEADLINE_DEMO_URL: site.url });
  await server.start();
});
test.afterEach(async () => {
  site.end();
  await server.end();
});

/** Resolves when the page has loaded a list in which the crawl is. */
async function listed(page: Page): Promise<void> {
  await page.waitForResponse(async (response) => {
    const isList =
      new URL(response.url()).pathname === '/api/v1/crawls' && !response.url().includes('status=');
    return isList && response.request().method() === 'GET' && (await response.json()).items.length > 0;
  });
}

test('the demo site opens as a graph, however late its first page answers', async ({ page }) => {
  await page.goto(`${server.url}/`);
  await page.getByRole('button', { name: 'Try the demo site' }).click();
  await listed(page);
  await expect(page.getByText('Fetching the first page')).toBeVisible();

  site.answer();

  await expect(page).toHaveURL(/\/crawls\/[^/]+\/graph$/);
});

test('the form of a new crawl opens it, too, however late its first page answers', async ({ page }) => {
  await page.goto(`${server.url}/crawls/new?url=${site.url}`);
  const running = page.waitForResponse(
    async (response) => response.url().includes('status=running') && (await response.json()).items.length > 0,
  );
  await page.getByRole('button', { name: 'Start crawl' }).click();
  await running;
  await expect(page.getByText('Fetching the first page')).toBeVisible();

  site.answer();

  await expect(page).toHaveURL(/\/crawls\/[^/]+\/progress$/);
});

test('a first page that breaks off is told where the crawl was started', async ({ page }) => {
  await page.goto(`${server.url}/`);
  await page.getByLabel('Address', { exact: true }).fill(site.url);
  await page.keyboard.press('Enter');
  await listed(page);

  site.end();

  await expect(page.getByRole('alert')).toContainText('✕');
  await expect(page.getByRole('button', { name: 'Start crawl' })).toBeEnabled();
});

test('a user who went elsewhere meanwhile is left there', async ({ page }) => {
  await page.goto(`${server.url}/`);
  await page.getByRole('button', { name: 'Try the demo site' }).click();
  await listed(page);
  await page.getByRole('link', { name: 'Scrape' }).click();
  const begun = page.waitForResponse((response) => response.request().method() === 'POST');

  site.answer();

  await begun;
  await expect(page.getByRole('link', { name: /running/ })).toBeVisible();
  await expect(page).toHaveURL(/\/playground/);
});

for (const [name, path] of [
  ['Try the demo site', ''],
  ['Start crawl', 'crawls/new?url='],
] as const) {
  test(`a double click on “${name}” starts one crawl`, async ({ page }) => {
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/v1/crawls'))
        keys.push(request.headers()['idempotency-key']);
    });
    await page.goto(`${server.url}/${path}${path && site.url}`);
    await page.getByRole('button', { name }).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await expect(page.getByText('Fetching the first page')).toBeVisible();

    site.answer();

    await expect(page).toHaveURL(/\/crawls\/[^/]+\/(graph|progress)$/);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect((await (await page.request.get(`${server.url}/api/v1/crawls`)).json()).items).toHaveLength(1);
  });
}
