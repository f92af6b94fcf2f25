/** The columns that the user chose, stored in this browser. */

import { createStore } from '~/state/store';
import { COLUMNS, type ColumnName } from './columns';

const NAME = 'leadline.columns';

export const columnsStore = createStore(storedColumns());

export function chooseColumn(name: ColumnName, isOn: boolean): void {
  const now = new Set(columnsStore.get());
  if (isOn) now.add(name);
  else now.delete(name);
  localStorage.setItem(NAME, [...now].join(' '));
  columnsStore.set(now);
}

function storedColumns(): ReadonlySet<ColumnName> {
  const words = localStorage.getItem(NAME)?.split(' ');
  const isChosen = words
    ? ({ name }: Column) => words.includes(name)
    : ({ isOptional }: Column) => !isOptional;
  return new Set(COLUMNS.filter(isChosen).map(({ name }) => name));
}

type Column = (typeof COLUMNS)[number];
