import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './test';

/** How often the site was asked for an address. */
function visits(path: string): number {
  const lines = readFileSync(process.env.SITE_LOG ?? '', 'utf8').split('\n');
  return lines.filter((line) => line.includes(`"target": "${path}"`)).length;
}

function result(page: Page) {
  return page.getByRole('region', { name: 'Result' });
}

test('selectors are tried on the page that was fetched, and the site is not asked again', async ({
  page,
}) => {
  await page.goto('/playground');
  await page.getByLabel('Address').fill(`${process.env.SITE_URL}/tree/a1/`);
  await page.getByRole('button', { name: 'Scrape' }).click();
  await expect(result(page).getByRole('heading', { name: 'Tree /tree/a1/' })).toBeVisible();
  const asked = visits('/tree/a1/');

  await page.getByLabel('Selector of field 1').fill('a');
  const fields = page.getByRole('region', { name: 'Fields', exact: true });
  await expect(fields).toContainText(/✓ 1\d matches · to \/tree\/a1\/b0/);
  await page.getByLabel('Selector of field 1').fill('.price');
  await expect(fields).toContainText('! 0 matches');
  await page.getByLabel('Selector of field 1').fill('h1[[');
  await expect(fields).toContainText('✕');
  await expect(fields).toContainText('is not valid CSS');
  await page.getByLabel('Selector of field 1').fill('h1');
  await page.getByLabel('Name of field 1').fill('heading');

  await expect(result(page).getByRole('region', { name: 'heading' })).toContainText('Tree /tree/a1/');
  expect(visits('/tree/a1/')).toBe(asked);
  await expect(page).toHaveURL(/fields=heading%3A\+h1$/);
});

test('a page is shown from all sides', async ({ page }) => {
  await page.goto(`/playground?url=${process.env.SITE_URL}/tree/a1&fields=heading: h1`);
  await page.getByRole('button', { name: 'Scrape', exact: true }).click();
  const parts: [string | RegExp, string | RegExp][] = [
    ['Markdown', '# Tree /tree/a1/'],
    ['Text', 'Tree /tree/a1/'],
    [/^Links/, '/tree/a1/b0/'],
    [/^Fields/, '✓ 1 match'],
    ['HTML', '<h1>Tree /tree/a1/</h1>'],
    ['JSON', '"extracted": {'],
    ['Timing', 'Redirects before it'],
  ];
  for (const [name, words] of parts) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel')).toContainText(words);
  }
});

test('a link fetches nothing by itself, and what was fetched is shown again without asking', async ({
  page,
}) => {
  const [first, second] = ['/tree/a2/', '/tree/a3/'];
  const before = visits(first);
  await page.goto(`/playground?url=${process.env.SITE_URL}${first}&fields=heading: h1`);
  await expect(page.getByLabel('Selector of field 1')).toHaveValue('h1');
  await expect(result(page)).toContainText('Not fetched yet.');
  expect(visits(first)).toBe(before);
  await result(page).getByRole('button', { name: 'Scrape' }).click();
  await expect(result(page)).toContainText('✓ 1 match');
  await page.getByLabel('Address').fill(`${process.env.SITE_URL}${second}`);
  await page.getByLabel('Address').press('Enter');
  await expect(result(page).getByRole('heading', { name: `Tree ${second}` })).toBeVisible();

  await page.getByText('History').click();
  await page.getByRole('link', { name: /tree\/a2/ }).click();

  await expect(result(page).getByRole('heading', { name: `Tree ${first}` })).toBeVisible();
  expect(visits(first)).toBe(before + 1);
  await page.reload();
  await expect(result(page)).toContainText('Not fetched yet.');
  await expect(page.getByText('History')).toBeVisible();
});

test('what goes wrong is told plainly, and what was there stays', async ({ page }) => {
  await page.goto('/playground');
  const address = page.getByLabel('Address');
  await address.fill('two words');
  await address.press('Enter');
  await expect(page.getByText('This is not a web address')).toBeVisible();

  await address.fill(`${process.env.SITE_URL}/broken/no-answer`);
  await address.press('Enter');
  await expect(result(page).getByRole('alert')).toContainText('The answer could not be used');

  await address.fill('http://10.0.0.1/');
  await address.press('Enter');
  await expect(result(page).getByRole('alert')).toContainText('This address may not be fetched from here');

  await address.fill(`${process.env.SITE_URL}/status/404`);
  await address.press('Enter');
  await expect(result(page)).toContainText('404');
  await expect(result(page).getByRole('alert')).toHaveCount(0);
});

test('by keyboard alone: an address, a field, its matches, on to a crawl', async ({ page }) => {
  await page.goto('/playground');
  await expect(page.getByLabel('Address')).toBeFocused();
  await page.keyboard.type(`${process.env.SITE_URL}/tree/a4/`);
  await page.keyboard.press('Enter');
  await expect(result(page).getByRole('heading', { name: 'Tree /tree/a4/' })).toBeVisible();

  // The button, which is skipped while it is busy, then the name of the first field.
  await expect(page.getByRole('button', { name: 'Scrape', exact: true })).toBeEnabled();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('links');
  await page.keyboard.press('Tab');
  await page.keyboard.type('p a');
  await expect(result(page).getByRole('region', { name: 'links' })).toContainText('matches');
  await page.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'HTML' })).toBeFocused();
  await page.getByRole('link', { name: 'Use in a crawl' }).press('Enter');

  await expect(page).toHaveURL(/\/crawls\/new\?url=.*a4%2F&keep=html$/);
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(`${process.env.SITE_URL}/tree/a4/`);
  await expect(page.getByText('text and HTML kept')).toBeVisible();
  await expect(page.getByText('does not extract fields while it runs')).toBeVisible();
});

test('the server keeps a page no longer than the tab does', async ({ page, request }) => {
  await page.goto(`/playground?url=${process.env.SITE_URL}/tree/a5/`);
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/scrape'));
  await page.getByRole('button', { name: 'Scrape', exact: true }).click();
  const { artifactId } = await (await answered).json();
  const kept = () => request.post('/api/extract', { data: { artifactId, selectors: { a: 'a' } } });
  expect((await kept()).status()).toBe(200);

  await page.goto('/docs');

  await expect.poll(async () => (await kept()).status()).toBe(404);
});
