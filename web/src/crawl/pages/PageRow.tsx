import clsx from 'clsx';
import { memo } from 'react';
import { DepthChip } from '~/ui/Depth';
import { GridCell, GridRow } from '~/ui/Grid';
import { CodeMark, StateMark } from '~/ui/Status';
import { AddressCell, ForeignText } from '~/ui/Table';
import { bytes, milliseconds } from '~/words/figures';
import { type Column, EDGE, GAP, whyOf } from './columns';
import type { Row } from './list';

interface PageRowProps {
  row: Row;
  place: number;
  /** From the first row, in pixels. */
  start: number;
  columns: readonly Column[];
  template: string;
  /** Two lines instead of columns. */
  isNarrow: boolean;
  isCurrent: boolean;
  isOpen: boolean;
  href: string;
  /** The host of the crawl. */
  site: string;
}

/** A page in the table. Its address is a link that fills the row. */
export const PageRow = memo(function PageRow({
  row,
  place,
  start,
  columns,
  template,
  isNarrow,
  isCurrent,
  isOpen,
  href,
  site,
}: PageRowProps) {
  const cells = isNarrow ? { height: 64 } : { height: 40, gridTemplateColumns: template, gap: GAP };
  return (
    <GridRow
      aria-rowindex={place + 2}
      data-place={place}
      className={clsx(
        'absolute inset-x-0 top-0 border-b border-line text-label hover:bg-raised',
        isNarrow ? 'flex flex-col justify-center gap-1' : 'grid items-center',
        isOpen && 'bg-soft',
      )}
      style={{ ...cells, paddingInline: EDGE, transform: `translateY(${start}px)` }}
    >
      <GridCell className="min-w-0">
        <a
          href={href}
          data-page={row.id}
          tabIndex={isCurrent ? 0 : -1}
          aria-current={isOpen || undefined}
          className="block outline-none after:absolute after:inset-0 focus-visible:after:rounded-control focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <AddressCell address={row.url} site={site} />
        </a>
      </GridCell>
      {isNarrow ? (
        <Facts row={row} />
      ) : (
        columns.map(({ name, cell }) => (
          <GridCell key={name} className="min-w-0">
            {cell(row)}
          </GridCell>
        ))
      )}
    </GridRow>
  );
});

/** The second line on narrow screens. */
function Facts({ row }: { row: Row }) {
  return (
    <GridCell className="flex min-w-0 items-center gap-2.5">
      <DepthChip depth={row.depth} />
      <StateMark page={row} />
      {row.status !== null && <CodeMark code={row.status} />}
      <ForeignText text={whyOf(row) || (row.title ?? '')} className="min-w-0 flex-1 text-muted" />
      <span className="ml-auto whitespace-nowrap text-muted">
        {row.size !== null ? bytes(row.size) : row.took_ms !== null && milliseconds(row.took_ms)}
      </span>
    </GridCell>
  );
}
