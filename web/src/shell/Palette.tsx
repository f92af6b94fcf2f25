import { useEffect, useSyncExternalStore } from 'react';
import { Dialog } from '~/ui/Dialog';
import { PaletteBox } from './PaletteBox';
import { closePalette, isPaletteOpen, onPalette, openPalette } from './palette-state';

/** Ctrl-K: go to a crawl, or do something with an address that was pasted. */
export function Palette() {
  const isOpen = useSyncExternalStore(onPalette, isPaletteOpen);
  useEffect(() => {
    function listen(event: KeyboardEvent): void {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (isPaletteOpen()) closePalette();
      else openPalette();
    }
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  if (!isOpen) return null;
  return (
    <Dialog title="Go to" place="top" isTitleHidden onClose={closePalette}>
      <PaletteBox onDone={closePalette} />
    </Dialog>
  );
}
