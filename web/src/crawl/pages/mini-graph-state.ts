/** The small graph beside the table: whether it is shown, and the page that it marks. */

import { createStore } from '~/state/store';

const NAME = 'leadline.graph-beside';

export const isMiniGraphShownStore = createStore(localStorage.getItem(NAME) !== 'no');
/** The page in the table that has the pointer or the focus. */
export const pointedPageStore = createStore<string | null>(null);

export function showMiniGraph(isShown: boolean): void {
  localStorage.setItem(NAME, isShown ? 'yes' : 'no');
  isMiniGraphShownStore.set(isShown);
}
