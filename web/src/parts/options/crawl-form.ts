/** The form of a crawl, and its request, which has only what differs from the defaults. */

import type { About, Options } from '~/api/queries';
import type { CrawlRequest } from '~/api/start-crawl';
import { addressIn } from '~/words/addresses';
import { secondsIn, timeTyped } from '~/words/times';

/** The defaults that the server documents and does not send. */
export const PRESETS = { maxAttempts: 3, maxPerShape: 2_000 };

export type Scope = 'domain' | 'host' | 'subpath' | 'all';

/** The form. Figures are texts: an empty one means the default. */
export interface CrawlForm {
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

export function emptyForm(about: About, url: string): CrawlForm {
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

/** Return the form with the options of another crawl; defaults are left empty. */
export function formLike(about: About, url: string, model: Options | undefined): CrawlForm {
  const empty = emptyForm(about, url);
  if (!model) return empty;
  const { defaults } = about;
  const unless = (value: number | null, preset: number | null) =>
    value === preset || value === null ? '' : String(value);
  const timeOf = (seconds: number | null) => (seconds === null ? '' : timeTyped(seconds));
  return {
    ...empty,
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

/** Return the body of the request, without defaults. */
export function requestOf(form: CrawlForm, about: About): CrawlRequest {
  const url = addressIn(form.url) ?? form.url.trim();
  const figures = {
    max_depth: whole(form.depth),
    max_pages: whole(form.maxPages),
    max_time_s: secondsIn(form.maxTime),
    concurrency: whole(form.concurrency),
    delay_ms: whole(form.delayMs),
    timeout_ms: whole(form.timeoutMs),
    max_attempts: whole(form.maxAttempts),
    max_per_shape: whole(form.maxPerShape),
    host_outage_max_s: secondsIn(form.hostOutageMax),
  };
  const rest = {
    scope: form.scope === 'domain' ? undefined : form.scope,
    include: linesOf(form.include),
    exclude: linesOf(form.exclude),
    sitemap: form.sitemap || undefined,
    user_agent: form.userAgent.trim() || undefined,
    respect_robots: form.respectRobots === about.defaults.respect_robots ? undefined : form.respectRobots,
    respect_nofollow: form.respectNofollow || undefined,
    keep: form.keepText && !form.keepHtml ? undefined : keptOf(form),
    headers: headersOf(form.headers),
  };
  const given = Object.entries({ ...figures, ...rest }).filter(([, value]) => value !== undefined);
  return { url, ...Object.fromEntries(given) } as CrawlRequest;
}

function keptOf({ keepText, keepHtml }: CrawlForm): string[] {
  return [...(keepText ? ['text'] : []), ...(keepHtml ? ['html'] : [])];
}

/** A whole number as typed; undefined for the default. */
function whole(text: string): number | undefined {
  const typed = text.replace(/[\s,_]/g, '');
  return typed === '' ? undefined : Number(typed);
}

/** Return the error of a figure, if it has one. */
export function figureError(text: string, least: number): string | undefined {
  const value = whole(text);
  if (value === undefined) return undefined;
  if (!Number.isInteger(value)) return 'A whole number, please.';
  return value < least ? `At least ${least}.` : undefined;
}

/** Return the error of a length of time, if it has one; `least` is in seconds. */
export function timeError(text: string, least = Number.MIN_VALUE): string | undefined {
  const seconds = secondsIn(text);
  if (seconds === undefined || seconds >= least) return undefined;
  return 'A time such as 90s, 10m or 1h30m, please.';
}

/** Return whether a field of the form has an error, which the field itself shows. */
export function hasError(form: Partial<CrawlForm>): boolean {
  const figures: [text: string | undefined, least: number][] = [
    [form.depth, 0],
    [form.maxPages, 1],
    [form.concurrency, 1],
    [form.delayMs, 0],
    [form.timeoutMs, 1],
    [form.maxAttempts, 1],
    [form.maxPerShape, 0],
  ];
  return (
    figures.some(([text = '', least]) => figureError(text, least) !== undefined) ||
    timeError(form.maxTime ?? '') !== undefined ||
    timeError(form.hostOutageMax ?? '', 0) !== undefined
  );
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
