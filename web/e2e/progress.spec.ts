/** The Progress tab while a crawl runs: one rate, a maximum that never falls, and hosts that keep up. */

import type { Page } from '@playwright/test';
import { expect, test } from './test';

/** Pages that end between two looks. */
const SLACK = 20;

interface Look {
  pill: string | undefined;
  now: string | undefined;
  most: number;
  /** Pages that are queued or being fetched: by the counters, and by the row of the only host. */
  waiting: number;
  atHost: number;
}

/** Return what is shown at one moment. */
function look(page: Page): Promise<Look> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let text = '';
    while (texts.nextNode()) text += ` ${texts.currentNode.textContent}`;
    const figure = (words: RegExp) => words.exec(text)?.[1]?.replaceAll(',', '');
    return {
      pill: figure(/·\s+([\d.,]+) p\/s/),
      now: figure(/now\s*([\d.,]+)/),
      most: Number(figure(/most\s*([\d.,]+)/) ?? 0),
      waiting: Number(figure(/Queued\s*([\d,]+)/) ?? 0) + Number(figure(/Fetching\s*([\d,]+)/) ?? 0),
      atHost: Number(figure(/([\d,]+) queued or fetching/) ?? 0),
    };
  });
}

/** Whether a row has a value that the counters had in the seconds around it. */
function isRecent(atHost: number, around: readonly Look[]): boolean {
  const counted = around.map(({ waiting }) => waiting);
  return atHost >= Math.min(...counted) - SLACK && atHost <= Math.max(...counted) + SLACK;
}

test('rates agree, the maximum never falls, and hosts follow the figures', async ({ page, api }) => {
  const data = { url: `${process.env.SITE_URL}/tree/`, max_depth: 9, delay_ms: 30, scope: 'subpath' };
  const { crawl_id: id } = await (await api.post('crawls', { data })).json();
  await page.goto(`/crawls/${id}/progress`);
  await expect(page.getByText(/queued or fetching/)).toBeVisible();

  const looks: Look[] = [];
  for (let at = 0; at < 30; at += 1) {
    looks.push(await look(page));
    await page.waitForTimeout(200);
  }
  expect(looks.filter(({ pill, now }) => pill !== now)).toEqual([]);
  expect(
    looks.filter((each, at) => !isRecent(each.atHost, looks.slice(Math.max(0, at - 10), at + 6))),
  ).toEqual([]);

  await api.post(`crawls/${id}/cancel`);
  await expect(page.getByText('on average')).toBeVisible();
  await expect(page.getByText(/queued or fetching/)).toBeHidden();
  const ended = await look(page);
  const most = [...looks.map((each) => each.most), ended.most];
  expect(most).toEqual([...most].sort((a, b) => a - b));
});
