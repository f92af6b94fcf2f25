import { expect, test } from './test';

test('the documentation works within its policy, and takes a key', async ({ page, tripped }) => {
  await page.goto('/docs');

  await expect(page.getByText('/api/v1/crawls', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await expect(page.getByText('(http, Bearer)')).toBeVisible();
  expect(tripped).toEqual([]);
});
