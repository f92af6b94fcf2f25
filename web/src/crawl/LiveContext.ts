import { createContext, useContext } from 'react';
import type { Progress } from '~/api/queries';
import type { Live } from '~/api/useLive';

/** The crawl whose page this is, for its tabs. */
export interface LiveCrawlState extends Live {
  id: string;
  progress: Progress;
}

export const LiveContext = createContext<LiveCrawlState | null>(null);

/** In a tab of a crawl: its figures, live, and how true they are. */
export function useCrawl(): LiveCrawlState {
  const live = useContext(LiveContext);
  if (!live) throw new Error('only inside the page of a crawl');
  return live;
}
