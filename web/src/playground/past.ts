/** What was scraped in this tab, the newest first, each address once; forgotten with the tab. */

import { useSyncExternalStore } from 'react';
import { api, type Schemas } from '~/api/client';

export type ScrapedPage = Schemas['ScrapedPage'];

export interface Past {
  url: string;
  at: number;
  /** As the address has them. */
  fields: string | undefined;
  title: string;
  /** Null when no answer came. */
  status: number | null;
  /** What came; gone when the tab was loaded again. */
  page: ScrapedPage | null;
}

const NAME = 'leadline.scraped';
const MOST = 12;
const listeners = new Set<() => void>();
let all: readonly Past[] = stored();

export function usePast(): readonly Past[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => all,
  );
}

export function note(scrape: Past): void {
  const before = all.find(({ url }) => url === scrape.url);
  // A page that does not answer now has answered before: that stays.
  const now = scrape.page || !before ? scrape : { ...before, fields: scrape.fields };
  const rest = all.filter((each) => each !== before);
  const gone = [...(now === scrape && before ? [before] : []), ...rest.slice(MOST - 1)];
  for (const each of gone) release(each);
  change([now, ...rest.slice(0, MOST - 1)]);
}

/** The fields that are wanted of an address now. */
export function noteFields(url: string | undefined, fields: string | undefined): void {
  if (all.some((each) => each.url === url)) {
    change(all.map((each) => (each.url === url ? { ...each, fields } : each)));
  }
}

/** The page as the server keeps it: whose crawl, and which page of it. */
export function placeOf(artifactId: string): { crawlId: string; pageId: string } {
  const [crawlId = '', pageId = ''] = artifactId.split('.');
  return { crawlId, pageId };
}

/** The server keeps pages until they are deleted: those that cannot be shown again are. */
function release({ page }: Past): void {
  if (!page?.artifactId) return;
  const params = { path: { crawl_id: placeOf(page.artifactId).crawlId } };
  // The tab may be closing.
  api.DELETE('/api/v1/crawls/{crawl_id}', { params, keepalive: true }).catch(() => undefined);
}

function change(now: readonly Past[]): void {
  all = now;
  const plain = now.map((each) => ({ ...each, page: null }));
  sessionStorage.setItem(NAME, JSON.stringify(plain));
  for (const listener of listeners) listener();
}

function stored(): readonly Past[] {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? '[]') as Past[];
  } catch {
    return [];
  }
}

addEventListener('pagehide', () => {
  for (const each of all) release(each);
  change(all.map((each) => ({ ...each, page: null })));
});
