import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Connection, LiveCrawl, POLL_MS } from './live';
import { notePaces } from './paces';
import { crawlQuery, isOver, keyOfCrawl, type Progress } from './queries';

export interface Live {
  progress: Progress | undefined;
  connection: Connection;
  /** When the figures were true, as of this machine's clock. */
  updatedAt: number;
  error: Error | null;
  retry: () => void;
}

/** A crawl, live where it can be: by socket, else by asking every 5 s. One for each page of a crawl. */
export function useLive(id: string): Live {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  const query = useQuery({
    ...crawlQuery(id),
    refetchInterval: connection === 'polling' ? POLL_MS : false,
  });
  const status = query.data?.status;
  const isListening = status !== undefined && !isOver(status);

  useEffect(() => {
    if (!isListening) return;
    setConnection('connecting');
    const live = new LiveCrawl(id, {
      onProgress: (progress) => {
        notePaces([progress]);
        client.setQueryData(crawlQuery(id).queryKey, progress);
      },
      onConnection: setConnection,
    });
    return () => {
      live.close();
      // At the end everything that is shown of a crawl is fetched once more.
      void client.invalidateQueries({ queryKey: keyOfCrawl(id) });
    };
  }, [client, id, isListening]);

  return {
    progress: query.data,
    connection: isListening || status === undefined ? connection : 'over',
    updatedAt: query.dataUpdatedAt,
    error: query.error,
    retry: () => void query.refetch(),
  };
}
