import type { LinkProps } from '@tanstack/react-router';
import { createContext, useContext } from 'react';

export interface PagePlace {
  crawlId: string;
  /** Where another page of the crawl is shown in the same way. */
  linkTo: (pageId: string) => LinkProps;
}

export const PageContext = createContext<PagePlace | null>(null);

/** Where what shows a page is: over the table, or over the graph. */
export function usePagePlace(): PagePlace {
  const place = useContext(PageContext);
  if (!place) throw new Error('only inside a page of a crawl');
  return place;
}
