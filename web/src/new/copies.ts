/** The request of a crawl for a terminal or a program. */

import type { CrawlRequest } from '~/api/start-crawl';
import { curlOf, quoted } from '~/words/shell';
import { timeTyped } from '~/words/times';

export function asJson(request: CrawlRequest): string {
  return JSON.stringify(request, null, 2);
}

export function asCurl(request: CrawlRequest, origin: string, hasKey: boolean): string {
  return curlOf(`${origin}/api/v1/crawls`, request, hasKey);
}

export function asCommand(request: CrawlRequest): string {
  const { url, max_depth, ...rest } = request;
  const parts = ['leadline crawl', quoted(url)];
  if (max_depth !== undefined && max_depth !== null) parts.push(`--depth ${max_depth}`);
  for (const [name, value] of Object.entries(rest)) parts.push(...optionsOf(name, value));
  return parts.join(' ');
}

function optionsOf(name: string, value: unknown): string[] {
  if (name === 'respect_robots') return value === false ? ['--no-robots'] : [];
  if (name === 'keep') return [`--keep ${(value as string[]).join(',') || 'none'}`];
  if (name === 'headers') {
    return Object.entries(value as Record<string, string>).map(
      ([key, text]) => `--header ${quoted(`${key}: ${text}`)}`,
    );
  }
  if (name === 'max_time_s' || name === 'host_outage_max_s') {
    return [`--${name.slice(0, -2).replaceAll('_', '-')} ${timeTyped(value as number)}`];
  }
  const option = `--${name.replaceAll('_', '-')}`;
  if (value === true) return [option];
  if (Array.isArray(value)) return value.map((each) => `${option} ${quoted(String(each))}`);
  return [`${option} ${quoted(String(value))}`];
}
