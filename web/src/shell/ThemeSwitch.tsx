import { Monitor, Moon, Sun } from 'lucide-react';
import { useStore } from '~/state/store';
import { IconButton } from '~/ui/Button';
import { chooseTheme, type Theme, themeStore } from '~/ui/theme';

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS = { system: Monitor, light: Sun, dark: Moon };
const WORDS = { system: 'as the system has it', light: 'light', dark: 'dark' };

export function ThemeSwitch() {
  const theme = useStore(themeStore);
  const Icon = ICONS[theme];
  return (
    <IconButton
      label={`Theme: ${WORDS[theme]}. Change to ${WORDS[NEXT[theme]]}`}
      icon={<Icon size={17} aria-hidden="true" />}
      onClick={() => chooseTheme(NEXT[theme])}
    />
  );
}
