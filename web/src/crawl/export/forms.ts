/** One export: its file, its address, and its commands. */

import { type ExportChoice, PIECES } from './search';

const SHORT = 8;

/** As the server calls it. */
export function fileOf(id: string, { what, format, gzip }: ExportChoice): string {
  return `crawl-${id.slice(0, SHORT)}-${what}.${format}${gzip ? '.gz' : ''}`;
}

export function pathOf(id: string, choice: ExportChoice): string {
  const query = new URLSearchParams({ format: choice.format, what: choice.what });
  for (const name of flagsOf(choice)) query.set(name, 'true');
  return `/api/v1/crawls/${id}/export?${query}`;
}

export function asCurl(id: string, choice: ExportChoice, origin: string, hasKey: boolean): string {
  const key = hasKey ? ' -H "Authorization: Bearer $LEADLINE_KEY"' : '';
  return `curl${key} -o ${fileOf(id, choice)} '${origin}${pathOf(id, choice)}'`;
}

export function asCommand(id: string, choice: ExportChoice): string {
  const flags = flagsOf(choice).map((name) => `--${name}`);
  const options = [
    `--what ${choice.what}`,
    `--format ${choice.format}`,
    ...flags,
    `-o ${fileOf(id, choice)}`,
  ];
  return ['leadline export', id, ...options].join(' ');
}

/** The options that are on, by the names that the API and the command share. */
function flagsOf(choice: ExportChoice): string[] {
  return ([...PIECES, 'gzip'] as const).filter((name) => choice[name]);
}
