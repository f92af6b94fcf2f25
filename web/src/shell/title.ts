import { useEffect } from 'react';

/** What the browser's tab says: "(63 %) example.org". */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Leadline` : 'Leadline';
  }, [title]);
}
