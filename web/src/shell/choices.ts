/** The choices of the palette for a text. */

import type { NavigateOptions } from '@tanstack/react-router';
import type { Progress } from '~/api/queries';
import { wordOf } from '~/ui/Status';
import { addressIn, shortOf, siteOf } from '~/words/addresses';

export interface Choice {
  key: string;
  label: string;
  detail: string;
  to: NavigateOptions;
}

const MOST_CRAWLS = 8;
const MOST_FINDS = 3;

/** An address that was pasted: crawl it, scrape it, find it in a crawl of its site. Else crawls by name. */
export function choicesFor(text: string, crawls: readonly Progress[]): Choice[] {
  const address = looksLikeAddress(text) ? addressIn(text) : null;
  if (address) return [...forAddress(address), ...finds(address, crawls)];
  const wanted = text.trim().toLowerCase();
  const named = crawls.filter((crawl) => crawl.submitted_url.toLowerCase().includes(wanted));
  return [...named.slice(0, MOST_CRAWLS).map(opened), ...places(wanted)];
}

function looksLikeAddress(text: string): boolean {
  return /^https?:\/\//i.test(text.trim()) || /^[^\s/]+\.[a-z]{2,}(:\d+)?(\/\S*)?$/i.test(text.trim());
}

function forAddress(address: string): Choice[] {
  return [
    {
      key: 'crawl',
      label: 'Crawl it',
      detail: shortOf(address),
      to: { to: '/crawls/new', search: { url: address } },
    },
    {
      key: 'scrape',
      label: 'Scrape it',
      detail: shortOf(address),
      to: { to: '/playground', search: { url: address } },
    },
  ];
}

function finds(address: string, crawls: readonly Progress[]): Choice[] {
  const site = siteOf(address);
  const same = crawls.filter((crawl) => siteOf(crawl.submitted_url) === site);
  return same.slice(0, MOST_FINDS).map((crawl) => ({
    key: `find-${crawl.crawl_id}`,
    label: `Find it in ${site}`,
    detail: `${wordOf(crawl.status)} · ${crawl.crawl_id.slice(0, 8)}`,
    to: { to: '/crawls/$id/pages', params: { id: crawl.crawl_id }, search: { search: shortOf(address) } },
  }));
}

function opened(crawl: Progress): Choice {
  return {
    key: crawl.crawl_id,
    label: shortOf(crawl.submitted_url),
    detail: `${wordOf(crawl.status)} · ${crawl.crawl_id.slice(0, 8)}`,
    to: { to: '/crawls/$id/progress', params: { id: crawl.crawl_id } },
  };
}

function places(wanted: string): Choice[] {
  const all: Choice[] = [
    { key: 'new', label: 'New crawl', detail: '', to: { to: '/crawls/new' } },
    { key: 'crawls', label: 'All crawls', detail: '', to: { to: '/crawls' } },
    { key: 'playground', label: 'Scrape playground', detail: '', to: { to: '/playground' } },
  ];
  return all.filter((place) => place.label.toLowerCase().includes(wanted));
}
