/** The columns of the table: which there are, which a person wants, and which there is room for. */

import type { ReactNode } from 'react';
import { DepthChip } from '~/ui/Depth';
import { CodeMark, StateMark } from '~/ui/Status';
import { FigureCell, ForeignText } from '~/ui/Table';
import { bytes, count, milliseconds } from '~/words/figures';
import { figureOf } from '~/words/pages';
import { typeName } from '~/words/types';
import type { Row } from './list';
import type { PagesSearch } from './search';

export type ColumnName =
  | 'title'
  | 'state'
  | 'why'
  | 'status'
  | 'depth'
  | 'type'
  | 'time'
  | 'size'
  | 'links_in'
  | 'links_out'
  | 'host'
  | 'attempts';

export interface Column {
  name: ColumnName;
  label: string;
  /** The least width, and the share of what is left over. */
  width: number;
  grows?: boolean;
  sort?: NonNullable<PagesSearch['sort']>;
  isRight?: boolean;
  isOptional?: boolean;
  cell: (row: Row) => ReactNode;
}

export const COLUMNS: readonly Column[] = [
  {
    name: 'title',
    label: 'Title',
    width: 120,
    grows: true,
    sort: 'title',
    cell: ({ title }) => title && <ForeignText text={title} />,
  },
  { name: 'state', label: 'State', width: 92, cell: (row) => <StateMark page={row} /> },
  {
    name: 'why',
    label: 'Why',
    width: 124,
    cell: (row) => <ForeignText text={whyOf(row)} className="text-muted" />,
  },
  {
    name: 'status',
    label: 'Status',
    width: 62,
    sort: 'status',
    cell: ({ status }) => <CodeMark code={status} />,
  },
  {
    name: 'depth',
    label: 'Depth',
    width: 60,
    sort: 'depth',
    cell: ({ depth }) => <DepthChip depth={depth} />,
  },
  {
    name: 'type',
    label: 'Type',
    width: 76,
    cell: (row) => row.content_type && <ForeignText text={typeName(row.content_type)} />,
  },
  {
    name: 'time',
    label: 'Time',
    width: 68,
    sort: 'time',
    isRight: true,
    cell: (row) => <Figure value={row.took_ms} words={milliseconds} />,
  },
  {
    name: 'size',
    label: 'Size',
    width: 72,
    sort: 'size',
    isRight: true,
    cell: (row) => <Figure value={row.size} words={bytes} />,
  },
  {
    name: 'links_in',
    label: 'Links in',
    width: 70,
    sort: 'links_in',
    isRight: true,
    cell: (row) => <Figure value={row.links_in} words={count} />,
  },
  {
    name: 'links_out',
    label: 'Links out',
    width: 76,
    sort: 'links_out',
    isRight: true,
    cell: (row) => <Figure value={row.links_out} words={count} />,
  },
  {
    name: 'host',
    label: 'Host',
    width: 140,
    isOptional: true,
    cell: ({ host }) => <ForeignText text={host} className="font-mono" />,
  },
  {
    name: 'attempts',
    label: 'Attempts',
    width: 78,
    isOptional: true,
    isRight: true,
    cell: ({ attempts }) => <FigureCell>{count(attempts)}</FigureCell>,
  },
];

/** In a word or two, why it was skipped or failed; of what is too deep, what that means. */
export function whyOf(row: Row): string {
  return figureOf(row).name === 'too_deep' ? 'not fetched' : (row.reason ?? row.error ?? '');
}

function Figure({ value, words }: { value: number | null; words: (value: number) => string }) {
  if (value === null) return null;
  return <FigureCell>{words(value)}</FigureCell>;
}

/** The order in which columns are hidden on narrow screens: those that the user added come last. */
const LEAVE: readonly ColumnName[] = [
  'type',
  'links_out',
  'why',
  'size',
  'time',
  'attempts',
  'host',
  'links_in',
  'title',
  'depth',
  'status',
  'state',
];
const ADDRESS = 200;
export const GAP = 12;
export const EDGE = 16;

/** Return the chosen columns that leave room for the address. */
export function fitting(wanted: ReadonlySet<ColumnName>, width: number): Column[] {
  const shown = new Set(wanted);
  for (const name of LEAVE) {
    if (least(shown) <= width) break;
    shown.delete(name);
  }
  return COLUMNS.filter((column) => shown.has(column.name));
}

function least(shown: ReadonlySet<ColumnName>): number {
  const columns = COLUMNS.filter((column) => shown.has(column.name));
  return columns.reduce((sum, column) => sum + column.width + GAP, ADDRESS + 2 * EDGE);
}

/** For CSS: the address first. */
export function template(columns: readonly Column[]): string {
  const widths = columns.map(({ width, grows }) => (grows ? `minmax(${width}px, 2fr)` : `${width}px`));
  return [`minmax(0, 3fr)`, ...widths].join(' ');
}
