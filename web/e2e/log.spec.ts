import type { Page } from '@playwright/test';
import { expect, test } from './test';

/** What asks for patience would take long. */
const PATIENT = ['/status/429*', '/status/503*'];
/** Left out by `make test`. */
const LONG = { tag: '@long' };

function log(page: Page) {
  return page.getByRole('region', { name: 'Log' });
}

test('the log shows what failed, or what matches, and leads to the page', async ({ page, api }) => {
  const url = `${process.env.SITE_URL}/status/`;
  const data = { url, max_depth: 1, delay_ms: 400, max_attempts: 1, exclude: PATIENT };
  const { crawl_id: id } = await (await api.post('crawls', { data })).json();
  const failed = async () => (await (await api.get(`crawls/${id}/pages?state=FAILED`)).json()).items;
  await expect.poll(async () => (await failed()).length, { timeout: 30_000 }).toBeGreaterThan(1);
  await api.post(`crawls/${id}/pause`);
  const [one] = await failed();
  await page.goto(`/crawls/${id}/progress`);
  const entries = log(page).getByRole('link');
  await expect(entries.filter({ hasText: 'Fetched' }).first()).toBeVisible();

  await log(page).getByRole('button', { name: 'Failed only' }).click();
  await expect(entries.filter({ hasText: 'Fetched' })).toHaveCount(0);
  await expect(entries.filter({ hasText: 'Failed' }).nth(1)).toBeVisible();

  const field = log(page).getByRole('textbox', { name: 'Only addresses that match' });
  await field.fill('[');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('no such page');
  await expect(log(page)).toContainText('None of the last pages matches.');
  await field.fill(`^http.*/${one.status}$`);
  await expect(entries).toHaveCount(1);
  await entries.click();
  await expect(page).toHaveURL(new RegExp(`/pages/${one.id}$`));
});

test(
  'the log goes on while its crawl runs, and holds still when it is asked to',
  LONG,
  async ({ page, api }) => {
    const data = { url: `${process.env.SITE_URL}/tree/`, delay_ms: 100, max_depth: 3, scope: 'host' };
    const { crawl_id: id } = await (await api.post('crawls', { data })).json();
    const newest = () => log(page).getByRole('listitem').first().textContent();
    const ended = async () => (await (await api.get(`crawls/${id}`)).json()).fetched as number;
    await page.goto(`/crawls/${id}/progress`);
    await expect(log(page).getByRole('link').first()).toBeVisible();
    const before = await newest();
    await expect.poll(newest).not.toBe(before);

    await log(page).getByRole('button', { name: 'Freeze the log' }).click();
    // What was being asked for meanwhile may still come; then nothing does.
    const asked = await ended();
    await expect.poll(ended).toBeGreaterThan(asked + 3);
    const held = await newest();
    const then = await ended();
    await expect.poll(ended).toBeGreaterThan(then + 20);
    expect(await newest()).toBe(held);

    await log(page).getByRole('button', { name: 'Unfreeze the log' }).click();
    await expect.poll(newest).not.toBe(held);
  },
);
