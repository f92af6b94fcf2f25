/** The key of a server that wants one: asked for once, kept only as long as the browser's tab. */

const NAME = 'leadline.key';
const listeners = new Set<() => void>();
let isAsked = false;

function told(): void {
  for (const listener of listeners) listener();
}

export function keyOf(): string | null {
  return sessionStorage.getItem(NAME);
}

/** Whether the server has refused us, so that a person has to give a key. */
export function isKeyAsked(): boolean {
  return isAsked;
}

export function askForKey(): void {
  isAsked = true;
  told();
}

export function keepKey(key: string): void {
  sessionStorage.setItem(NAME, key);
  isAsked = false;
  told();
}

export function forgetKey(): void {
  sessionStorage.removeItem(NAME);
  told();
}

export function onKey(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
