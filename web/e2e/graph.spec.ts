import { readFileSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { expect, test } from './test';

const TREE = ['/tree/', { max_depth: 3 }] as const;

function stage(page: Page) {
  return page.getByRole('application', { name: /^Graph of/ });
}

/** The graph of a crawl, when it is drawn and laid out for good. */
async function open(page: Page, id: string, search = ''): Promise<void> {
  await expect
    .poll(async () => (await (await page.request.get(`/api/v1/crawls/${id}/graph`)).json()).drawn, {
      timeout: 30_000,
    })
    .toBe(true);
  await page.goto(`/crawls/${id}/graph${search}`);
  await expect(stage(page)).toHaveAttribute('data-dots', /\d/);
}

/** Find a page; the picture goes there, so that it is in the middle. */
async function find(page: Page, words: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Find a page' }).fill(words);
  await page.getByRole('listbox', { name: 'Found' }).getByRole('option').first().click();
  await expect(page.getByRole('region', { name: 'Selected' })).toBeVisible();
}

/** How many bright pixels the picture has as a file. */
async function brightness(page: Page): Promise<number> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PNG' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^127\.0\.0\.1-\d+-graph\.png$/);
  const bytes = readFileSync(await file.path()).toString('base64');
  return page.evaluate(async (data) => {
    const binary = Uint8Array.from(atob(data), (each) => each.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([binary], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(picture, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height);
    let bright = 0;
    for (let at = 0; at < pixels.length; at += 4) if ((pixels[at] ?? 0) > 100) bright += 1;
    return bright;
  }, bytes);
}

async function shown(page: Page): Promise<number> {
  const words = (await page.getByText(/^Showing/).textContent()) ?? '';
  return Number(/Showing ([\d,]+)/.exec(words)?.[1]?.replaceAll(',', ''));
}

test('a graph grows while its crawl runs', async ({ page, api }) => {
  const url = `${process.env.SITE_URL}/tree/`;
  const begun = await api.post('crawls', {
    data: { url, max_depth: 3, scope: 'host', delay_ms: 100, max_attempts: 1 },
  });
  const { crawl_id: id } = await begun.json();
  await page.goto(`/crawls/${id}/graph`);
  await expect(stage(page)).toHaveAttribute('data-dots', /\d/);
  const before = await shown(page);

  await expect.poll(() => shown(page)).toBeGreaterThan(before);
  expect(Number(await stage(page).getAttribute('data-dots'))).toBeGreaterThan(before);
  await api.post(`crawls/${id}/cancel`);
});

test('what is clicked is lit with its neighbours; the page opens over the graph, and leads back', async ({
  page,
  crawled,
}) => {
  await open(page, await crawled(...TREE));
  const all = await brightness(page);
  await find(page, '/tree/');
  await page.keyboard.press('Control+Home');
  await stage(page).focus();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/page=/);

  await stage(page).click();
  const selected = page.getByRole('region', { name: 'Selected' });
  await expect(selected).toContainText(/\d+ neighbours? shown/);
  await expect(page).toHaveURL(/page=\d+/);
  await page.keyboard.press('0');
  expect(await brightness(page)).toBeLessThan(all / 2);

  await selected.getByRole('link', { name: 'Open page' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Crawled: it answered 200');
  await expect(page).toHaveURL(/\/graph\/\d+\?page=\d+$/);
  await dialog.getByRole('link', { name: 'Show in graph' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(selected).toBeVisible();
});

test('the keyboard walks along links, opens a page, and centres on it', async ({ page, crawled }) => {
  await open(page, await crawled(...TREE));
  await stage(page).focus();
  await page.keyboard.press('ArrowUp');
  const selected = page.getByRole('region', { name: 'Selected' });
  await expect(selected).toContainText('Depth 0');
  await page.keyboard.press('ArrowUp');
  await expect(selected).toContainText('Depth 1');
  await page.keyboard.press('+');
  await page.keyboard.press('-');

  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(stage(page)).toBeFocused();
  await page.getByRole('button', { name: 'Centre on it' }).press('Enter');
  await expect(page).toHaveURL(/root=\d+/);
  await expect(page.getByRole('button', { name: /^Clear Around/ })).toBeVisible();
});

test('every choice is in the address, and the address shows it again', async ({ page, crawled }) => {
  await open(page, await crawled(...TREE));

  await page.getByRole('radio', { name: 'Links' }).check({ force: true });
  await page.getByLabel('Colour').selectOption('status');
  await page.getByLabel('Size').selectOption('rank');
  const legend = page.getByRole('region', { name: 'Legend' });
  await legend.getByRole('button', { name: /^2xx/ }).click();
  await expect(page).toHaveURL(/view=links&colour=status&size=rank&only=2xx$/);
  await page.reload();

  await expect(legend.getByRole('button', { name: /^2xx/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Size')).toHaveValue('rank');
  await page.goto(page.url().replace('/graph?', '/graph?max=500&'));
  await expect(page.getByText(/^Showing/)).toBeVisible();
});

test('links pull for a while, and everything can be put back', async ({ page, crawled, tripped }) => {
  await open(page, await crawled(...TREE));
  const before = await stage(page).screenshot();

  await page.getByRole('button', { name: /^Relax/ }).click();
  await expect.poll(async () => (await stage(page).screenshot()).equals(before)).toBe(false);
  await page.getByRole('button', { name: 'Stop here' }).click();
  await page.getByRole('button', { name: 'Put everything back' }).click();

  await expect(page.getByRole('button', { name: /^Relax/ })).toBeVisible();
  expect(tripped).toEqual([]);
});

test('a crawl is known by its bloom in the list', async ({ page, crawled }) => {
  const id = await crawled(...TREE);
  await page.goto('/crawls');
  const row = page.getByRole('listitem').filter({ has: page.locator(`a[href$="${id}"]`) });

  await expect(row.locator('svg[data-dots]')).toHaveAttribute('data-dots', '120');
});

test('the same can be read line by line, as an outline and as a table', async ({ page, crawled }) => {
  await open(page, await crawled(...TREE));
  await page.getByRole('radio', { name: 'Outline' }).check({ force: true });
  const tree = page.getByRole('tree');
  const items = tree.getByRole('treeitem');
  await items.first().focus();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(items.nth(1)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(items.nth(2)).toBeFocused();
  await expect(items.nth(2)).toHaveAttribute('aria-level', '3');
  await page.keyboard.press('ArrowLeft');
  await expect(items.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Crawled: it answered 200');
  await page.keyboard.press('Escape');

  await page.getByRole('radio', { name: 'Table' }).check({ force: true });
  const rows = page.getByRole('grid', { name: 'Pages of the graph' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('/tree/');
  await page.getByRole('radio', { name: 'Hosts' }).check({ force: true });
  await expect(page.getByRole('grid', { name: 'Hosts' }).getByRole('row').nth(1)).toContainText('127.0.0.1');
});

test('without WebGL there is a plain picture, and a word on why', async ({ crawled, api }, { project }) => {
  const id = await crawled(...TREE);
  await api.get(`crawls/${id}/graph`);
  const options = project.use.launchOptions ?? {};
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), '--disable-3d-apis'],
  });
  try {
    const page = await browser.newPage({ baseURL: process.env.LEADLINE_URL ?? '' });
    await page.goto(`/crawls/${id}/graph`);
    await expect(page.getByRole('note')).toContainText('This browser draws without WebGL');
    await expect(stage(page)).toHaveAttribute('data-dots', /\d/);
    expect(await brightness(page)).toBeGreaterThan(1_000);

    await stage(page).focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('region', { name: 'Selected' })).toBeVisible();
    await page.getByRole('link', { name: 'As an outline' }).click();
    await expect(page.getByRole('tree')).toBeVisible();
  } finally {
    await browser.close();
  }
});

/** Draw a line through places of the picture, as parts of its width and height; it closes itself. */
async function surround(page: Page, line: readonly (readonly [number, number])[]): Promise<void> {
  const box = await stage(page).boundingBox();
  if (!box) throw new Error('there is no picture');
  await page.getByRole('button', { name: 'Select an area' }).click();
  for (const [at, [x, y]] of line.entries()) {
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 4 });
    if (at === 0) await page.mouse.down();
  }
  await page.mouse.up();
}

test('a line around pages tells how many they are, and shows them as a table', async ({ page, crawled }) => {
  await open(page, await crawled(...TREE));
  const area = page.getByRole('region', { name: 'Selected area' });
  const all = await shown(page);

  await surround(page, [
    [0.5, 0.02],
    [0.01, 0.02],
    [0.01, 0.98],
    [0.99, 0.98],
    [0.99, 0.02],
  ]);
  await expect(area).toContainText(`${all} pages`);
  await area.getByRole('button', { name: 'Clear the area' }).click();
  await expect(area).toHaveCount(0);
  await surround(page, [
    [0.5, 0.02],
    [0.99, 0.02],
    [0.99, 0.98],
    [0.5, 0.98],
  ]);
  await expect(area).toContainText(/\d+ pages/);
  const some = Number(/\d+/.exec((await area.textContent()) ?? '')?.[0]);
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(all);

  await area.getByRole('link', { name: 'Open as table' }).click();
  await expect(page.getByRole('grid', { name: 'Pages of the graph' })).toBeVisible();
  expect(await shown(page)).toBe(some);
  await page.reload();
  await expect.poll(() => shown(page)).toBe(some);
  await page.getByRole('button', { name: 'Clear In the selected area' }).click();
  await expect.poll(() => shown(page)).toBe(all);
});

test('a copied link looks at the same place again', async ({ page, crawled, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, await crawled(...TREE));
  await find(page, '/tree/a5/b5');
  const [, found] = /page=(\d+)/.exec(page.url()) ?? [];
  await stage(page).press('+');
  await stage(page).press('Escape');
  await expect(page).not.toHaveURL(/page=/);
  await page.getByRole('button', { name: 'Copy a link to this view' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/at=[\d.-]+%2C[\d.-]+%2C0\.\d+/);

  const other = await context.newPage();
  await other.goto(link);
  await expect(stage(other)).toHaveAttribute('data-dots', /\d/);
  // What was in the middle is in the middle.
  await expect(async () => {
    await stage(other).click();
    await expect(other).toHaveURL(new RegExp(`page=${found}`), { timeout: 1_000 });
  }).toPass();
});
