/** Light or dark: as the system has it, or as was chosen here. */

export type Theme = 'system' | 'light' | 'dark';

const NAME = 'leadline.theme';
const listeners = new Set<() => void>();
const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
systemDark?.addEventListener('change', told);

function told(): void {
  for (const listener of listeners) listener();
}

export function themeOf(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

export function isDark(): boolean {
  const theme = themeOf();
  return theme === 'dark' || (theme === 'system' && systemDark?.matches === true);
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(NAME);
  } else {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(NAME, theme);
  }
  told();
}

/** Told when the colours change: what draws on a canvas has to draw again. */
export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A token of theme.css as canvases take it: `colourOf('running')` → "rgb(23, 70, 162)". */
export function colourOf(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${token})`;
  probe.style.display = 'none';
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}
