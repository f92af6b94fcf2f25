import { useSyncExternalStore } from 'react';

/** Whether the screen is like that, and again when it changes: `useMedia('(width < 40rem)')`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
