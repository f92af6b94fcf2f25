/** The search parameters of the graph. An absent one has its default. */

import { oneOf, textOf, withoutUndefined } from '~/words/search';

export const VIEWS = ['tree', 'links', 'hosts'] as const;
export const COLOURS = ['depth', 'folder', 'state', 'status', 'host'] as const;
export const SIZES = ['links', 'rank'] as const;
export const FORMS = ['picture', 'outline', 'table'] as const;
export const AMOUNTS = [500, 2_000, 5_000, 20_000] as const;

export type View = (typeof VIEWS)[number];
export type Colour = (typeof COLOURS)[number];
export type Size = (typeof SIZES)[number];
export type Form = (typeof FORMS)[number];

export interface GraphSearch {
  view?: View;
  colour?: Colour;
  size?: Size;
  /** Whether the survey is shown as a picture, as an outline or as a table. */
  as?: Form;
  /** How many pages at most. */
  max?: number;
  /** The page in the middle. */
  root?: string;
  /** The page, or the host, that is selected. */
  page?: string;
  /** Groups of the legend that alone are lit: "2,3". */
  only?: string;
  /** A line around the pages that alone are lit. */
  area?: string;
  /** The camera, as a link was copied: "0.5,0.5,0.2". */
  at?: string;
  /** Whether links to what is linked from everywhere are drawn. */
  templates?: 'shown';
  /** Whether links are drawn: usually unless there are very many. */
  lines?: 'on' | 'off';
}

export function graphSearch(search: Record<string, unknown>): GraphSearch {
  return withoutUndefined({
    view: oneOf(VIEWS, search.view),
    colour: oneOf(COLOURS, search.colour),
    size: oneOf(SIZES, search.size),
    as: oneOf(FORMS, search.as),
    max: AMOUNTS.find((amount) => String(amount) === String(search.max)),
    root: numberOf(search.root),
    page: textOf(search.page),
    only: textOf(search.only),
    area: textOf(search.area),
    at: textOf(search.at),
    templates: oneOf(['shown'] as const, search.templates),
    lines: oneOf(['on', 'off'] as const, search.lines),
  });
}

function numberOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text && /^\d{1,19}$/.test(text) ? text : undefined;
}
