/** Short messages about what was just done. */

export interface Toast {
  id: number;
  text: string;
  isError: boolean;
}

const SHOWN_MS = 6_000;
const MOST = 3;
const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let next = 1;

function change(now: readonly Toast[]): void {
  toasts = now;
  for (const listener of listeners) listener();
}

export function toast(text: string, isError = false): void {
  const id = next++;
  change([...toasts, { id, text, isError }].slice(-MOST));
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function dismiss(id: number): void {
  change(toasts.filter((each) => each.id !== id));
}

export function shownToasts(): readonly Toast[] {
  return toasts;
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
