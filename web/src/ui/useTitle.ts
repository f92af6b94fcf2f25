import { useEffect } from 'react';

/** Set the title of the browser's tab: "(63 %) example.org". */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Leadline` : 'Leadline';
  }, [title]);
}
