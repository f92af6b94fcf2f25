import type { MouseEvent } from 'react';

/** Return whether a click is the main button alone: with a key, the browser opens tabs and windows. */
export function isPlainClick({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);
}

/** Return the page (`data-page`) whose link was clicked plainly, and keep the browser from following the link. */
export function takePageClick(event: MouseEvent): string | undefined {
  const page = (event.target as HTMLElement).closest('a')?.dataset.page;
  if (!page || !isPlainClick(event)) return undefined;
  event.preventDefault();
  return page;
}
