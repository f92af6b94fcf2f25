/** Whether the palette is open; from the bar, and by Ctrl-K from anywhere. */

const listeners = new Set<() => void>();
let isOpen = false;

function set(now: boolean): void {
  isOpen = now;
  for (const listener of listeners) listener();
}

export function isPaletteOpen(): boolean {
  return isOpen;
}

export function openPalette(): void {
  set(true);
}

export function closePalette(): void {
  set(false);
}

export function onPalette(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
