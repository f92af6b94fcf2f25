import { OwnServer } from './own_server';
import { expect, test } from './test';

let server: OwnServer;

test.beforeEach(async () => {
  server = new OwnServer();
  await server.start();
});
test.afterEach(() => server.end());

test('a server that dies in mid-crawl is missed, and found again', async ({ page }) => {
  test.setTimeout(120_000);
  const begun = await page.request.post(`${server.url}/api/v1/crawls`, {
    data: { url: `${process.env.SITE_URL}/`, delay_ms: 2_000 },
  });
  await page.goto(`${server.url}/crawls/${(await begun.json()).crawl_id}/progress`);
  const pill = page.locator('header [role=status]');
  await expect(pill).toContainText('Live');
  const fetched = page.getByRole('region', { name: 'Figures' }).getByRole('link', { name: /^Fetched/ });
  const before = (await fetched.textContent()) ?? '';

  server.kill();
  await expect(pill).toContainText(/Reconnecting|Polling|No answer/);
  expect(await fetched.textContent()).toBe(before);
  await server.start();

  await expect(pill).toContainText('Live', { timeout: 60_000 });
  await expect(fetched).not.toHaveText(before, { timeout: 30_000 });
});

test('a key is asked for once, and forgotten with the tab', async ({ page, context }) => {
  const key = server.makeKey();
  await expect.poll(async () => (await page.request.get(`${server.url}/api/v1/crawls`)).status()).toBe(401);
  await page.goto(`${server.url}/crawls`);
  await expect(page.getByRole('dialog')).toContainText('This server needs an API key');
  await page.getByRole('textbox', { name: 'Key' }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The server rejected this API key')).toBeVisible();
  // Behind the dialog there is no second word about it.
  await expect(page.getByText('could not be shown')).toHaveCount(0);

  await page.getByRole('textbox', { name: 'Key' }).fill(key);
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'No crawls yet' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No crawls yet' })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${server.url}/crawls`);
  await expect(other.getByRole('dialog')).toContainText('This server needs an API key');
  expect(JSON.stringify(await context.storageState())).not.toContain(key);
});

test('with a key the crawl is live by tickets', async ({ page }) => {
  const key = server.makeKey();
  const headers = { Authorization: `Bearer ${key}` };
  const data = { url: `${process.env.SITE_URL}/`, delay_ms: 2_000 };
  const begun = await page.request.post(`${server.url}/api/v1/crawls`, { data, headers });
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.goto(`${server.url}/crawls/${(await begun.json()).crawl_id}/progress`);
  await page.getByRole('textbox', { name: 'Key' }).fill(key);
  await page.keyboard.press('Enter');

  await expect(page.locator('header [role=status]').filter({ hasText: 'Live' })).toBeVisible();
  expect(sockets.at(-1)).toMatch(/\?ticket=/);
  expect(sockets.join()).not.toContain(key);
});
