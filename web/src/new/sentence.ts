/** One sentence that says what will happen, with the values that will really be sent. */

import type { About } from '~/api/queries';
import type { CrawlRequest } from '~/api/start-crawl';
import { addressIn, siteOf } from '~/words/addresses';
import { count, counted, milliseconds } from '~/words/figures';
import { timeWords } from '~/words/times';

export function sentenceOf(request: CrawlRequest, about: About): string {
  const parts = [
    `Follow links ${whereOf(request)}`,
    depthOf(request, about),
    limitOf(request, about),
    timeOf(request),
    paceOf(request, about),
    robotsOf(request, about),
    ...extrasOf(request),
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

function whereOf({ url, scope }: CrawlRequest): string {
  const address = addressIn(url);
  const site = address ? siteOf(address) : 'the site';
  if (scope === 'all') return `from ${site} to anywhere`;
  if (scope === 'host') return `on ${site} alone`;
  if (scope === 'subpath') return `on ${address ? folderOf(address) : 'the site'}`;
  return `on ${site} and its subdomains`;
}

function folderOf(address: string): string {
  const { host, pathname } = new URL(address);
  return host + pathname.slice(0, pathname.lastIndexOf('/') + 1);
}

function depthOf({ max_depth }: CrawlRequest, { defaults }: About): string {
  const clicks = max_depth ?? defaults.max_depth;
  return clicks === 0 ? 'the first page only' : `${counted(clicks, 'click')} deep`;
}

function limitOf({ max_pages }: CrawlRequest, { max_pages_limit }: About): string {
  const most = max_pages ?? max_pages_limit;
  return most ? `at most ${counted(most, 'page')}` : 'as many pages as there are';
}

function timeOf({ max_time_s }: CrawlRequest): string {
  return max_time_s ? `for at most ${timeWords(max_time_s)}` : '';
}

/** A host with a gap takes few at once, whatever the crawl may have open in all. */
function paceOf({ concurrency, delay_ms }: CrawlRequest, { defaults }: About): string {
  const open = concurrency ?? defaults.concurrency;
  const gap = delay_ms ?? defaults.delay_ms;
  if (gap === 0) return `${count(open)} at a time without a delay`;
  const atOnce = Math.min(open, defaults.parallel_per_host);
  return `${count(atOnce)} at a time and ${milliseconds(gap)} apart`;
}

function robotsOf({ respect_robots }: CrawlRequest, { defaults }: About): string {
  return (respect_robots ?? defaults.respect_robots) ? 'obeying robots.txt' : 'ignoring robots.txt';
}

function extrasOf(request: CrawlRequest): string[] {
  return [
    request.include && `only addresses like ${listed(request.include)}`,
    request.exclude && `excluding ${listed(request.exclude)}`,
    request.sitemap && 'sitemaps included',
    request.keep && keptOf(request.keep),
  ].filter((each): each is string => Boolean(each));
}

function keptOf(keep: readonly string[]): string {
  if (keep.length === 0) return 'keeping neither text nor HTML';
  return keep.includes('text') ? 'keeping HTML, too' : 'keeping HTML and no text';
}

function listed(patterns: readonly string[]): string {
  const shown = patterns.slice(0, 2).join(' or ');
  return patterns.length > 2 ? `${shown} or ${patterns.length - 2} more` : shown;
}
