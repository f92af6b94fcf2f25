import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { keyIn, served } from './servers';
import { expect, test } from './test';

async function saved(page: Page, name: string): Promise<string[]> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: `Save ${name}` }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe(name);
  return readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n');
}

test('a crawl is saved as a file, as its address says', async ({ page, crawled }) => {
  const id = await crawled('/tree/', { max_depth: 2 });
  await page.goto(`/crawls/${id}/export`);

  await page.getByRole('radio', { name: /^Links/ }).check();
  await page.getByRole('radio', { name: /^CSV/ }).check();
  await expect(page).toHaveURL(/export\?what=leads&format=csv$/);
  await page.reload();

  const lines = await saved(page, `crawl-${id.slice(0, 8)}-leads.csv`);
  expect(lines[0]).toContain('source,target,anchor');
  expect(lines.length).toBeGreaterThan(100);
  await expect(page.getByText('--what leads --format csv')).toBeVisible();
});

test('HTML is offered where it is kept, and is in the file', async ({ page, crawled }) => {
  const id = await crawled('/tree/', { max_depth: 0, keep: ['text', 'html'] });
  await page.goto(`/crawls/${id}/export`);

  await page.getByRole('checkbox', { name: 'Include the HTML' }).check();
  await expect(page).toHaveURL(/export\?html=true$/);
  const lines = await saved(page, `crawl-${id.slice(0, 8)}-pages.jsonl`);

  const root = lines.map((line) => JSON.parse(line)).find(({ depth }) => depth === 0);
  expect(root.html).toContain('<html');
  const other = await crawled('/tree/', { max_depth: 0 });
  await page.goto(`/crawls/${other}/export`);
  await expect(page.getByRole('checkbox', { name: 'Include the texts' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Include the HTML' })).toHaveCount(0);
});

test('where there are keys, a file is saved by a ticket, and the key is in no address', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-e2e-'));
  const key = keyIn(folder);
  const server = await served(folder);
  const headers = { Authorization: `Bearer ${key}` };
  const data = { url: `${process.env.SITE_URL}/tree/`, max_depth: 0 };
  const begun = await page.request.post(`${server.url}/api/v1/crawls`, { headers, data });
  const { crawl_id: id } = await begun.json();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript((given) => sessionStorage.setItem('leadline.key', given), key);
  await page.goto(`${server.url}/crawls/${id}/export`);

  const lines = await saved(page, `crawl-${id.slice(0, 8)}-pages.jsonl`);

  expect(JSON.parse(lines[0] ?? '').url).toContain('/tree/');
  expect(asked.filter((url) => url.includes(key))).toEqual([]);
  await server.end();
  rmSync(folder, { recursive: true });
});
