/** The small graph beside the table: whether it is wanted, and the page in it that is pointed at. */

const NAME = 'leadline.graph-beside';
const listeners = new Set<() => void>();
let pointed: string | null = null;

export function isBeside(): boolean {
  return localStorage.getItem(NAME) !== 'no';
}

export function putBeside(isWanted: boolean): void {
  localStorage.setItem(NAME, isWanted ? 'yes' : 'no');
  tell();
}

export function pointedPage(): string | null {
  return pointed;
}

export function pointAt(page: string | null): void {
  if (page === pointed) return;
  pointed = page;
  tell();
}

export function onBeside(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
