/** Whether the palette is open: from the bar, and by Ctrl-K from anywhere. */

import { createStore } from '~/state/store';

export const paletteStore = createStore(false);

export function openPalette(): void {
  paletteStore.set(true);
}

export function closePalette(): void {
  paletteStore.set(false);
}
