/** What every test has: the server, the site, crawls of it, and a wire that nobody may trip over. */

import { type APIRequestContext, expect, test as plain, request } from '@playwright/test';
import { start } from './servers';

interface Given {
  /** What ran although it should have been shown: hostile pages ask for an address of their own. */
  tripped: string[];
  /** Crawls of a test end with it: those that go on would keep the pace of the site for all others. */
  ending: undefined;
}

interface Shared {
  /** The server and the site: of each worker its own, so that none disturbs another. */
  servers: undefined;
  /** The server's interface, without a browser. */
  api: APIRequestContext;
  /** A crawl of a part of the site that is over, its id; the same crawl whoever asks for it. */
  crawled: (path: string, options?: object) => Promise<string>;
}

export const TRIPWIRE = '/hostile/tripped';
const CRAWL_MS = 40_000;
const START_MS = 60_000;

export const test = plain.extend<Given, Shared>({
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what is destructured
    async ({}, use) => {
      const end = await start();
      await use(undefined);
      await end();
    },
    { scope: 'worker', auto: true, timeout: START_MS },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  baseURL: async ({}, use) => use(process.env.LEADLINE_URL),
  api: [
    async ({ servers: _ }, use) => {
      const api = await request.newContext({ baseURL: `${process.env.LEADLINE_URL}/api/v1/` });
      await use(api);
      await api.dispose();
    },
    { scope: 'worker' },
  ],
  crawled: [
    async ({ api }, use) => {
      const known = new Map<string, Promise<string>>();
      await use((path, options = {}) => {
        const name = JSON.stringify([path, options]);
        const found = known.get(name) ?? crawl(api, path, options);
        known.set(name, found);
        return found;
      });
    },
    { scope: 'worker' },
  ],
  ending: [
    async ({ api }, use) => {
      await use(undefined);
      for (const status of ['running', 'paused']) {
        const { items } = await (await api.get(`crawls?status=${status}`)).json();
        for (const { crawl_id: id } of items) await api.post(`crawls/${id}/cancel`);
      }
    },
    { auto: true },
  ],
  tripped: async ({ page }, use) => {
    const tripped: string[] = [];
    page.on('request', (each) => each.url().includes(TRIPWIRE) && tripped.push(each.url()));
    page.on('dialog', (dialog) => {
      tripped.push(dialog.message());
      void dialog.dismiss();
    });
    // Markup that was taken for ours is stopped by the page's policy; it should not have come so far.
    page.on(
      'console',
      (said) => said.text().includes('Content Security Policy') && tripped.push(said.text()),
    );
    await use(tripped);
  },
});

async function crawl(api: APIRequestContext, path: string, options: object): Promise<string> {
  const url = `${process.env.SITE_URL}${path}`;
  const data = { url, delay_ms: 0, max_attempts: 1, scope: 'host', ...options };
  const begun = await api.post('crawls', { data });
  if (!begun.ok()) throw new Error(await begun.text());
  const { crawl_id: id } = await begun.json();
  const status = async () => (await (await api.get(`crawls/${id}`)).json()).status;
  await expect.poll(status, { timeout: CRAWL_MS }).toBe('completed');
  return id;
}

export { expect };
