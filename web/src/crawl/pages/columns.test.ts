import { expect, test } from 'vitest';
import { COLUMNS, type ColumnName, fitting } from './columns';

const ALL = new Set(COLUMNS.map((column) => column.name));

function names(wanted: ReadonlySet<ColumnName>, width: number): ColumnName[] {
  return fitting(wanted, width).map((column) => column.name);
}

test('where there is room, all that are wanted are shown', () => {
  expect(names(ALL, 2000)).toEqual([...ALL]);
  expect(names(new Set<ColumnName>(['size']), 2000)).toEqual(['size']);
});

test('when it gets narrow, what tells least goes first', () => {
  expect(names(ALL, 700)).toEqual(['title', 'state', 'status', 'depth', 'links_in']);
  expect(names(ALL, 200)).toEqual([]);
});
