/** The columns that a person wants, remembered in this browser. */

import { COLUMNS, type ColumnName } from './columns';

const NAME = 'leadline.columns';
const listeners = new Set<() => void>();
let chosen: ReadonlySet<ColumnName> | undefined;

const USUAL: ReadonlySet<ColumnName> = new Set(
  COLUMNS.filter((column) => !column.isOptional).map((column) => column.name),
);

export function chosenColumns(): ReadonlySet<ColumnName> {
  chosen ??= remembered();
  return chosen;
}

export function chooseColumn(name: ColumnName, isOn: boolean): void {
  const now = new Set(chosenColumns());
  if (isOn) now.add(name);
  else now.delete(name);
  chosen = now;
  localStorage.setItem(NAME, [...now].join(' '));
  for (const listener of listeners) listener();
}

export function onColumns(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function remembered(): ReadonlySet<ColumnName> {
  const words = localStorage.getItem(NAME)?.split(' ');
  if (!words) return USUAL;
  return new Set(COLUMNS.map((column) => column.name).filter((name) => words.includes(name)));
}
