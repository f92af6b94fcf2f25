/** The scrapes of this tab, the newest first, each address once; deleted with the tab. */

import { api, type Schemas } from '~/api/client';
import { createStore } from '~/state/store';

export type ScrapedPage = Schemas['ScrapedPage'];

export interface Scrape {
  url: string;
  at: number;
  /** As the address has them. */
  fields: string | undefined;
  title: string;
  /** Null when no answer came. */
  status: number | null;
  /** The answer; null after a reload of the tab. */
  page: ScrapedPage | null;
}

const NAME = 'leadline.scraped';
const MOST = 12;

export const scrapesStore = createStore(storedScrapes());

export function addScrape(scrape: Scrape): void {
  const all = scrapesStore.get();
  const before = all.find(({ url }) => url === scrape.url);
  // A page that does not answer now has answered before: that stays.
  const now = scrape.page || !before ? scrape : { ...before, fields: scrape.fields };
  const rest = all.filter((each) => each !== before);
  const gone = [...(now === scrape && before ? [before] : []), ...rest.slice(MOST - 1)];
  for (const each of gone) release(each);
  setScrapes([now, ...rest.slice(0, MOST - 1)]);
}

/** Store the fields that are wanted of an address now. */
export function setScrapeFields(url: string | undefined, fields: string | undefined): void {
  const all = scrapesStore.get();
  if (all.some((each) => each.url === url)) {
    setScrapes(all.map((each) => (each.url === url ? { ...each, fields } : each)));
  }
}

/** The page as the server keeps it: whose crawl, and which page of it. */
export function placeOf(artifactId: string): { crawlId: string; pageId: string } {
  const [crawlId = '', pageId = ''] = artifactId.split('.');
  return { crawlId, pageId };
}

/** Delete a page on the server that cannot be shown again. */
function release({ page }: Scrape): void {
  if (!page?.artifactId) return;
  const params = { path: { crawl_id: placeOf(page.artifactId).crawlId } };
  // The tab may be closing.
  api.DELETE('/api/v1/crawls/{crawl_id}', { params, keepalive: true }).catch(() => undefined);
}

function setScrapes(now: readonly Scrape[]): void {
  const plain = now.map((each) => ({ ...each, page: null }));
  sessionStorage.setItem(NAME, JSON.stringify(plain));
  scrapesStore.set(now);
}

function storedScrapes(): readonly Scrape[] {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '[]') as Scrape[];
  } catch {
    return [];
  }
}

addEventListener('pagehide', () => {
  const all = scrapesStore.get();
  for (const each of all) release(each);
  setScrapes(all.map((each) => ({ ...each, page: null })));
});
