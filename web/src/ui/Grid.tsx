// biome-ignore-all lint/a11y/useSemanticElements: browsers forget what a <table> is when its rows are placed one by one
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the link or button in a row

import type { HTMLAttributes, Ref } from 'react';

type Attributes = HTMLAttributes<HTMLDivElement> & { ref?: Ref<HTMLDivElement> };

/** The roles of a table, for rows that are placed by hand because only some of them are drawn. */
export function Grid(attributes: Attributes) {
  return <div role="grid" {...attributes} />;
}

export function GridGroup(attributes: Attributes) {
  return <div role="rowgroup" {...attributes} />;
}

export function GridRow(attributes: Attributes) {
  return <div role="row" {...attributes} />;
}

export function GridHead(attributes: Attributes) {
  return <div role="columnheader" {...attributes} />;
}

export function GridCell(attributes: Attributes) {
  return <div role="gridcell" {...attributes} />;
}
