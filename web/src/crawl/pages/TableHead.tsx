import { useNavigate, useSearch } from '@tanstack/react-router';
import { GridGroup, GridHead, GridRow } from '~/ui/Grid';
import { SortHead } from '~/ui/Table';
import { type Column, EDGE, GAP } from './columns';
import { changed } from './filters';
import type { PagesSearch } from './search';

type SortKey = NonNullable<PagesSearch['sort']>;

/** As the server has it where nothing is said. */
const LARGEST_FIRST: readonly SortKey[] = ['size', 'time', 'links_in', 'links_out'];

/** The names of the columns, with their order where they sort. */
export function TableHead({ columns, template }: { columns: readonly Column[]; template: string }) {
  return (
    <GridGroup className="sticky top-12 z-10 rounded-t-[9px] border-b border-line bg-raised">
      <GridRow
        className="grid h-9 items-center"
        style={{ gridTemplateColumns: template, gap: GAP, paddingInline: EDGE }}
      >
        <Head label="Address" sort="address" />
        {columns.map(({ name, label, sort, isRight }) => (
          <Head key={name} label={label} {...(sort && { sort })} isRight={isRight ?? false} />
        ))}
      </GridRow>
    </GridGroup>
  );
}

function Head({ label, sort, isRight = false }: { label: string; sort?: SortKey; isRight?: boolean }) {
  const search = useSearch({ from: '/crawls/$id/pages' });
  const navigate = useNavigate({ from: '/crawls/$id/pages' });
  const direction = sort && sort === (search.sort ?? 'address') ? directionOf(sort, search) : null;

  function turn(by: SortKey): void {
    const order: PagesSearch['order'] | null = direction && (direction === 'asc' ? 'desc' : 'asc');
    const isUsual = by === 'address' && order !== 'desc';
    const change = { sort: isUsual ? undefined : by, order: isUsual ? undefined : (order ?? undefined) };
    void navigate({ search: changed(search, change), replace: true });
  }

  const sorted = direction && (direction === 'asc' ? 'ascending' : 'descending');
  return (
    <GridHead aria-sort={sorted ?? undefined} className={isRight ? 'text-right' : ''}>
      {sort ? (
        <SortHead label={label} direction={direction} onSort={() => turn(sort)} isRight={isRight} />
      ) : (
        <span className="text-label font-medium text-muted">{label}</span>
      )}
    </GridHead>
  );
}

function directionOf(sort: SortKey, search: PagesSearch): 'asc' | 'desc' {
  return search.order ?? (LARGEST_FIRST.includes(sort) ? 'desc' : 'asc');
}
