/** What is exported and how, in the address: the names and words are those of the server's exports. */

import { given, oneOf } from '~/words/search';

export const WHAT = ['pages', 'leads', 'graph'] as const;
export const TABLES = ['jsonl', 'csv', 'parquet'] as const;
export const GRAPHS = ['gexf', 'graphml'] as const;

export type What = (typeof WHAT)[number];
export type Format = (typeof TABLES)[number] | (typeof GRAPHS)[number];

export interface ExportSearch {
  what?: What;
  format?: Format;
  text?: boolean;
  gzip?: boolean;
}

/** The same, whole: what is not said, and what does not go together, is as usual. */
export interface Asked {
  what: What;
  format: Format;
  text: boolean;
  gzip: boolean;
}

export function exportSearch(search: Record<string, unknown>): ExportSearch {
  return given({
    what: oneOf(WHAT, search.what),
    format: oneOf([...TABLES, ...GRAPHS], search.format),
    text: isOn(search.text),
    gzip: isOn(search.gzip),
  });
}

/** As it is written in an address, or as it was read from one. */
function isOn(value: unknown): true | undefined {
  return value === 'true' || value === true ? true : undefined;
}

export function formatsOf(what: What): readonly Format[] {
  return what === 'graph' ? GRAPHS : TABLES;
}

export function askedOf({ what = 'pages', format, text = false, gzip = false }: ExportSearch): Asked {
  const formats = formatsOf(what);
  const usual = formats[0] ?? 'jsonl';
  const chosen = format && formats.includes(format) ? format : usual;
  return { what, format: chosen, text: text && what === 'pages', gzip: gzip && chosen !== 'parquet' };
}
