/** What a person asks for in the form, and what of it is sent: only what differs from the defaults. */

import type { CrawlAsked } from '~/api/beginning';
import type { About } from '~/api/queries';
import type { Options } from '~/crawl/queries';
import { addressIn } from '~/words/addresses';
import { secondsIn, timeTyped } from '~/words/times';

/** What the server's documentation says of a crawl that does not say. */
export const PRESETS = { maxAttempts: 3, maxPerShape: 2_000 };

export type Scope = 'domain' | 'host' | 'subpath' | 'all';

/** The form. Figures are texts: an empty one means the default. */
export interface Asked {
  url: string;
  depth: string;
  maxPages: string;
  maxTime: string;
  scope: Scope;
  include: string;
  exclude: string;
  sitemap: boolean;
  concurrency: string;
  delayMs: string;
  timeoutMs: string;
  maxAttempts: string;
  maxPerShape: string;
  hostOutageMax: string;
  userAgent: string;
  respectRobots: boolean;
  respectNofollow: boolean;
  keepText: boolean;
  keepHtml: boolean;
  headers: string;
}

export function nothingAsked(about: About, url: string): Asked {
  return {
    url,
    depth: '',
    maxPages: '',
    maxTime: '',
    scope: 'domain',
    include: '',
    exclude: '',
    sitemap: false,
    concurrency: '',
    delayMs: '',
    timeoutMs: '',
    maxAttempts: '',
    maxPerShape: '',
    hostOutageMax: '',
    userAgent: '',
    respectRobots: about.defaults.respect_robots,
    respectNofollow: false,
    keepText: true,
    keepHtml: false,
    headers: '',
  };
}

/** The form as another crawl was asked for; what it has by default is left empty. */
export function askedLike(about: About, url: string, model: Options | undefined): Asked {
  const nothing = nothingAsked(about, url);
  if (!model) return nothing;
  const { defaults } = about;
  const unless = (value: number | null, preset: number | null) =>
    value === preset || value === null ? '' : String(value);
  const timeOf = (seconds: number | null) => (seconds === null ? '' : timeTyped(seconds));
  return {
    ...nothing,
    depth: unless(model.max_depth, defaults.max_depth),
    maxPages: unless(model.max_pages, about.max_pages_limit),
    maxTime: timeOf(model.max_time_s),
    scope: model.scope,
    include: model.include.join('\n'),
    exclude: model.exclude.join('\n'),
    sitemap: model.sitemap,
    concurrency: unless(model.concurrency, defaults.concurrency),
    delayMs: unless(model.delay_ms, defaults.delay_ms),
    timeoutMs: unless(model.timeout_ms, defaults.timeout_ms),
    maxAttempts: unless(model.max_attempts, PRESETS.maxAttempts),
    maxPerShape: unless(model.max_per_shape, PRESETS.maxPerShape),
    hostOutageMax: timeOf(model.host_outage_max_s),
    userAgent: model.user_agent === defaults.user_agent ? '' : model.user_agent,
    respectRobots: model.respect_robots,
    respectNofollow: model.respect_nofollow,
    keepText: model.keep.includes('text'),
    keepHtml: model.keep.includes('html'),
  };
}

/** The body of the request; what is at its default is left out. */
export function requestOf(asked: Asked, about: About): CrawlAsked {
  const url = addressIn(asked.url) ?? asked.url.trim();
  const figures = {
    max_depth: whole(asked.depth),
    max_pages: whole(asked.maxPages),
    max_time_s: secondsIn(asked.maxTime),
    concurrency: whole(asked.concurrency),
    delay_ms: whole(asked.delayMs),
    timeout_ms: whole(asked.timeoutMs),
    max_attempts: whole(asked.maxAttempts),
    max_per_shape: whole(asked.maxPerShape),
    host_outage_max_s: secondsIn(asked.hostOutageMax),
  };
  const rest = {
    scope: asked.scope === 'domain' ? undefined : asked.scope,
    include: linesOf(asked.include),
    exclude: linesOf(asked.exclude),
    sitemap: asked.sitemap || undefined,
    user_agent: asked.userAgent.trim() || undefined,
    respect_robots: asked.respectRobots === about.defaults.respect_robots ? undefined : asked.respectRobots,
    respect_nofollow: asked.respectNofollow || undefined,
    keep: asked.keepText && !asked.keepHtml ? undefined : keptOf(asked),
    headers: headersOf(asked.headers),
  };
  const given = Object.entries({ ...figures, ...rest }).filter(([, value]) => value !== undefined);
  return { url, ...Object.fromEntries(given) } as CrawlAsked;
}

function keptOf({ keepText, keepHtml }: Asked): string[] {
  return [...(keepText ? ['text'] : []), ...(keepHtml ? ['html'] : [])];
}

/** A whole number as typed; undefined for the default. */
function whole(text: string): number | undefined {
  const typed = text.replace(/[\s,_]/g, '');
  return typed === '' ? undefined : Number(typed);
}

/** What is wrong with a figure, if anything. */
export function figureError(text: string, least: number): string | undefined {
  const value = whole(text);
  if (value === undefined) return undefined;
  if (!Number.isInteger(value)) return 'A whole number, please.';
  return value < least ? `At least ${least}.` : undefined;
}

/** What is wrong with a length of time, if anything; `least` is in seconds. */
export function timeError(text: string, least = Number.MIN_VALUE): string | undefined {
  const seconds = secondsIn(text);
  if (seconds === undefined || seconds >= least) return undefined;
  return 'A time such as 90s, 10m or 1h30m, please.';
}

export function linesOf(text: string): string[] | undefined {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  return lines.length ? lines : undefined;
}

function headersOf(text: string): Record<string, string> | undefined {
  const pairs = (linesOf(text) ?? []).map((line): [string, string] => {
    const [name = '', ...value] = line.split(':');
    return [name.trim(), value.join(':').trim()];
  });
  return pairs.length ? Object.fromEntries(pairs) : undefined;
}
