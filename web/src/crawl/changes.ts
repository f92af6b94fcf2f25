/** The form that changes a crawl: what holds, and what of it a person changed. */

import type { Options } from '~/api/queries';
import type { ChangeRequest } from '~/api/steering';
import { linesOf } from '~/parts/options/crawl-form';
import { secondsIn, timeTyped } from '~/words/times';

export interface Changing {
  depth: string;
  maxPages: string;
  maxTime: string;
  delayMs: string;
  concurrency: string;
  include: string;
  exclude: string;
}

export function changingOf(options: Options): Changing {
  return {
    depth: String(options.max_depth),
    maxPages: options.max_pages === null ? '' : String(options.max_pages),
    maxTime: options.max_time_s === null ? '' : timeTyped(options.max_time_s),
    delayMs: options.delay_ms === null ? '' : String(options.delay_ms),
    concurrency: String(options.concurrency),
    include: options.include.join('\n'),
    exclude: options.exclude.join('\n'),
  };
}

/** Only what is other than it was; empty figures are the defaults. */
export function changesOf(before: Changing, now: Changing): ChangeRequest {
  const all: { [K in keyof Changing]: ChangeRequest } = {
    depth: { max_depth: figure(now.depth) },
    maxPages: { max_pages: figure(now.maxPages) },
    maxTime: { max_time_s: secondsIn(now.maxTime) ?? null },
    delayMs: { delay_ms: figure(now.delayMs) },
    concurrency: { concurrency: figure(now.concurrency) },
    include: { include: linesOf(now.include) ?? [] },
    exclude: { exclude: linesOf(now.exclude) ?? [] },
  };
  const changed = (Object.keys(all) as (keyof Changing)[]).filter((name) => before[name] !== now[name]);
  return Object.assign({}, ...changed.map((name) => all[name]));
}

function figure(text: string): number | null {
  return text.trim() === '' ? null : Number(text.replace(/[\s,_]/g, ''));
}
