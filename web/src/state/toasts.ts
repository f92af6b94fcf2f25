/** Short messages about what was just done. */

import { createStore } from './store';

export interface Toast {
  id: number;
  text: string;
  isError: boolean;
}

const SHOWN_MS = 6_000;
const MOST = 3;
let next = 1;

export const toastStore = createStore<readonly Toast[]>([]);

export function toast(text: string, isError = false): void {
  const id = next++;
  toastStore.set([...toastStore.get(), { id, text, isError }].slice(-MOST));
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function dismiss(id: number): void {
  toastStore.set(toastStore.get().filter((each) => each.id !== id));
}
