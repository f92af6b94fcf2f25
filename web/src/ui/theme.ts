/** Light or dark: as the system has it, or as was chosen here. */

import { createStore } from '~/state/store';

export type Theme = 'system' | 'light' | 'dark';

const NAME = 'leadline.theme';
const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
systemDark?.addEventListener('change', () => isDarkStore.set(isDark()));

export const themeStore = createStore(chosenTheme());
/** Whether the colours are dark now: components that draw on a canvas have to draw again. */
export const isDarkStore = createStore(isDark());

function chosenTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system';
}

function isDark(): boolean {
  const theme = themeStore.get();
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
  themeStore.set(theme);
  isDarkStore.set(isDark());
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
