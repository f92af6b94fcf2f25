/** The API key of a server that needs one: entered once, and stored until the browser's tab is closed. */

import { createStore } from '~/state/store';

const NAME = 'leadline.key';

/** Whether the server rejected a request for want of a valid API key, so that the user has to enter one. */
export const isKeyNeededStore = createStore(false);

export function apiKey(): string | null {
  return sessionStorage.getItem(NAME);
}

export function askForKey(): void {
  isKeyNeededStore.set(true);
}

export function storeKey(key: string): void {
  sessionStorage.setItem(NAME, key);
  isKeyNeededStore.set(false);
}
