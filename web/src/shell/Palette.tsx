import { useEffect } from 'react';
import { useStore } from '~/state/store';
import { Dialog } from '~/ui/Dialog';
import { PaletteBox } from './PaletteBox';
import { closePalette, paletteStore } from './palette-state';

/** Ctrl-K: go to a crawl, or do something with an address that was pasted. */
export function Palette() {
  const isOpen = useStore(paletteStore);
  useEffect(() => {
    function listen(event: KeyboardEvent): void {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      paletteStore.set(!paletteStore.get());
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
