/** One export: its file, its address, and how it is asked for elsewhere. */

import type { Asked } from './search';

const SHORT = 8;

/** As the server calls it. */
export function fileOf(id: string, { what, format, gzip }: Asked): string {
  return `crawl-${id.slice(0, SHORT)}-${what}.${format}${gzip ? '.gz' : ''}`;
}

export function pathOf(id: string, { what, format, text, gzip }: Asked): string {
  const asked = new URLSearchParams({ format, what });
  if (text) asked.set('text', 'true');
  if (gzip) asked.set('gzip', 'true');
  return `/api/v1/crawls/${id}/export?${asked}`;
}

export function asCurl(id: string, asked: Asked, origin: string, hasKey: boolean): string {
  const key = hasKey ? ' -H "Authorization: Bearer $LEADLINE_KEY"' : '';
  return `curl${key} -o ${fileOf(id, asked)} '${origin}${pathOf(id, asked)}'`;
}

export function asCommand(id: string, asked: Asked): string {
  const { what, format, text, gzip } = asked;
  const options = [`--what ${what}`, `--format ${format}`, text && '--text', gzip && '--gzip'];
  return ['leadline export', id, ...options.filter(Boolean), `-o ${fileOf(id, asked)}`].join(' ');
}
