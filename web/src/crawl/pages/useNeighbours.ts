import { useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { withoutUndefined } from '~/words/search';
import type { Neighbours } from '../page/neighbours';
import { type Chunk, placeOf, rowAt } from './list';

/** The neighbours of the page that is open, as the table has them. */
export function useNeighbours(chunks: readonly Chunk[]): Neighbours {
  const { pageId } = useParams({ strict: false });
  return useMemo(() => {
    const at = pageId === undefined ? -1 : placeOf(chunks, pageId);
    if (at < 0) return {};
    return withoutUndefined({
      previous: at > 0 ? rowAt(chunks, at - 1)?.id : undefined,
      next: rowAt(chunks, at + 1)?.id,
      place: at + 1,
    });
  }, [chunks, pageId]);
}
