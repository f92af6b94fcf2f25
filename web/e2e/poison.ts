/** Answers of the server in which everything that may come from a stranger is as bad as it can be. */

import type { Page } from '@playwright/test';
import { TRIPWIRE } from './test';

export const PULL = `fetch('${TRIPWIRE}')`;
const LONG = 10_000;
/** Of a list, the first few: all of thousands would be hundreds of megabytes. */
const MOST = 20;
/** As text, as a part of an address, and in an address typed by a person. */
export const MARKUP = `"><img src=x onerror="${PULL}"><script>${PULL}</script>\u202eexe.\u202c`;
const TEXT = MARKUP + 'z\u0335\u0341'.repeat(500) + 'x'.repeat(LONG);
const ADDRESSES = [
  `javascript:${PULL}`,
  `java\tscript:${PULL}`,
  `data:text/html,<script>${PULL}</script>`,
  `https://${'a'.repeat(60)}.example/\u202e${MARKUP}${'y'.repeat(LONG)}`,
];

/** Where the longest of them is. */
export const LONG_ADDRESS = ADDRESSES.length - 1;

/** What the server itself chooses: names of states, ids, times. */
const OWN =
  /^(id|ids|.*_id|.*Id|.*_at|at|status|state|reason|kind|found_by|layout|view|scope|keep|next|ticket|type|version)$/;
const IS_ADDRESS = /url|link|location|source|target|example|canonical|redirected_to|address/i;
/** Counts by what strangers named. */
const COUNTS = /^by_(host|content_type|rule)$/;

function poisoned(value: unknown, name: string, place: number): unknown {
  if (Array.isArray(value)) return value.map((each, at) => poisoned(each, name, place + at));
  if (value !== null && typeof value === 'object') {
    const parts = Object.entries(value).map(([key, part]) => [
      COUNTS.test(name) ? `${key}${TEXT}` : key,
      poisoned(part, key, place),
    ]);
    // Of a crawl it is a sentence, of a page one of a few words.
    if ('submitted_url' in value) parts.push(['reason', TEXT]);
    return Object.fromEntries(parts);
  }
  if (typeof value !== 'string' || OWN.test(name)) return value;
  if (place >= MOST) return value;
  return IS_ADDRESS.test(name) ? ADDRESSES[place % ADDRESSES.length] : TEXT;
}

/** From now on, what is heard live, too; addresses from some place of the bad ones on. */
export async function poison(page: Page, from = 0): Promise<void> {
  await page.routeWebSocket('**/api/**', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((told) => socket.send(JSON.stringify(poisoned(JSON.parse(String(told)), '', from))));
  });
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const isJson = /json/.test(response.headers()['content-type'] ?? '');
    if (isJson) await route.fulfill({ response, json: poisoned(await response.json(), '', from) });
    else await route.fulfill({ response });
  });
}

/** A server that refuses what it is asked for there, in such words. */
export async function refuse(page: Page, where: string | RegExp = '**/api/**', status = 422): Promise<void> {
  const json = { type: 'urn:leadline:problem:bad-thing', title: TEXT, detail: TEXT, request_id: TEXT };
  await page.route(where, (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify(json) }),
  );
}
