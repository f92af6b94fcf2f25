/** The search parameters of an export, with the names of the server. */

import { oneOf, withoutUndefined } from '~/words/search';

export const WHAT = ['pages', 'leads', 'graph'] as const;
export const TABLES = ['jsonl', 'csv', 'parquet'] as const;
export const GRAPHS = ['gexf', 'graphml'] as const;
/** Contents of pages that a table of pages can have. */
export const PIECES = ['meta', 'text', 'html'] as const;

export type What = (typeof WHAT)[number];
export type Piece = (typeof PIECES)[number];
export type Format = (typeof TABLES)[number] | (typeof GRAPHS)[number];

export interface ExportSearch extends Partial<Record<Piece, boolean>> {
  what?: What;
  format?: Format;
  gzip?: boolean;
}

/** All choices of an export: absent and impossible ones have their defaults. */
export interface ExportChoice extends Record<Piece, boolean> {
  what: What;
  format: Format;
  gzip: boolean;
}

export function exportSearch(search: Record<string, unknown>): ExportSearch {
  return withoutUndefined({
    what: oneOf(WHAT, search.what),
    format: oneOf([...TABLES, ...GRAPHS], search.format),
    meta: isOn(search.meta),
    text: isOn(search.text),
    html: isOn(search.html),
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

export function choiceOf({ what = 'pages', format, gzip = false, ...pieces }: ExportSearch): ExportChoice {
  const formats = formatsOf(what);
  const usual = formats[0] ?? 'jsonl';
  const chosen = format && formats.includes(format) ? format : usual;
  const isWith = (piece: Piece) => what === 'pages' && pieces[piece] === true;
  return {
    what,
    format: chosen,
    meta: isWith('meta'),
    text: isWith('text'),
    html: isWith('html'),
    gzip: gzip && chosen !== 'parquet',
  };
}
