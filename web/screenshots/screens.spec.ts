/** Every screen, light and dark, as docs/images/NAME-THEME.png. */

import { resolve } from 'node:path';
import { type APIRequestContext, expect, type Page, request, test } from '@playwright/test';

const IMAGES = resolve(import.meta.dirname, '../../docs/images');
const CRAWL_MS = 120_000;

let api: APIRequestContext;
let httpd: string;
let running: string;

test.use({ baseURL: process.env.LEADLINE_URL });
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  api = await request.newContext({ baseURL: `${process.env.LEADLINE_URL}/api/v1/` });
  // Few machines that take pictures have all letters of the world.
  const exclude = ['/ja/*', '/ko/*', '/zh-cn/*'];
  httpd = await begun(process.env.HTTPD_URL, { max_depth: 8, exclude });
  await over(httpd);
  await expect.poll(async () => (await drawing(httpd)).drawn, { timeout: CRAWL_MS }).toBe(true);
  running = await begun(process.env.JAVA_URL, { max_depth: 5, delay_ms: 60, max_per_shape: 0 });
  await expect
    .poll(async () => (await told(running)).figures.fetched, { timeout: CRAWL_MS })
    .toBeGreaterThan(300);
});

test.afterAll(async () => {
  await api.post(`crawls/${running}/cancel`);
  await api.dispose();
});

for (const theme of ['light', 'dark'] as const)
  test.describe(theme, () => {
    test.use({ colorScheme: theme });

    test('the list of crawls', async ({ page }) => {
      await page.goto('/crawls');
      await expect(page.getByRole('link', { name: /httpd/ }).first()).toBeVisible();
      await taken(page, 'crawls', theme);
    });

    test('a new crawl', async ({ page }) => {
      await page.goto('/crawls/new?url=https://example.com/');
      await expect(page.getByRole('button', { name: 'Start crawl' })).toBeEnabled();
      await taken(page, 'new-crawl', theme);
    });

    test('progress', async ({ page }) => {
      await page.goto(`/crawls/${running}/progress`);
      await expect(page.getByText('Now fetching')).toBeVisible();
      await taken(page, 'progress', theme);
    });

    test('pages, and one of them', async ({ page }) => {
      await page.goto(`/crawls/${httpd}/pages?state=FETCHED&sort=size&order=desc`);
      const second = page.getByRole('grid', { name: 'Pages' }).getByRole('link').nth(1);
      await expect(second).toBeVisible();
      await taken(page, 'pages', theme);
      await second.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await taken(page, 'page', theme);
    });

    test('the graph', async ({ page }) => {
      await page.goto(`/crawls/${httpd}/graph?colour=folder`);
      await expect(page.locator('canvas').first()).toBeVisible();
      await taken(page, 'graph', theme);
    });

    for (const [tab, words] of [
      ['stats', 'Status'],
      ['errors', /page/],
      ['export', /CSV/],
    ] as const)
      test(tab, async ({ page }) => {
        await page.goto(`/crawls/${httpd}/${tab}`);
        await expect(page.getByRole('main').getByText(words).first()).toBeVisible();
        await taken(page, tab, theme);
      });

    test('the playground', async ({ page }) => {
      await page.goto(`/playground?url=${encodeURIComponent(process.env.HTTPD_URL ?? '')}`);
      await page.getByRole('button', { name: 'Scrape', exact: true }).click();
      await expect(page.getByRole('tab').first()).toBeVisible();
      await taken(page, 'playground', theme);
    });
  });

async function begun(url: string | undefined, options: object): Promise<string> {
  const data = { url, delay_ms: 0, max_attempts: 1, scope: 'host', ...options };
  const answer = await api.post('crawls', { data });
  if (!answer.ok()) throw new Error(await answer.text());
  return (await answer.json()).crawl_id;
}

async function told(id: string): Promise<{ status: string; figures: { fetched: number } }> {
  return (await api.get(`crawls/${id}`)).json();
}

async function drawing(id: string): Promise<{ drawn: boolean }> {
  return (await api.get(`crawls/${id}/graph?max_nodes=1`)).json();
}

async function over(id: string): Promise<void> {
  await expect.poll(async () => (await told(id)).status, { timeout: CRAWL_MS }).toBe('completed');
}

async function taken(page: Page, name: string, theme: string): Promise<void> {
  // What is still coming has come: lists, charts, and the picture of the graph.
  await page.waitForLoadState('networkidle').catch(() => {});
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  await page.waitForTimeout(1_000);
  await page.screenshot({ path: `${IMAGES}/${name}-${theme}.png` });
}
