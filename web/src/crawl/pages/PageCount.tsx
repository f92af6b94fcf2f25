import { useSearch } from '@tanstack/react-router';
import { count, counted } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import { filtersOf } from './filters';
import { type Chunk, sizeOf } from './list';

/** How many pages the list has; as long as that is not known, how many at least. */
export function PageCount({ chunks }: { chunks: readonly Chunk[] | undefined }) {
  const { progress } = useCrawl();
  const search = useSearch({ from: '/crawls/$id/pages' });
  if (!chunks) return null;
  const loaded = sizeOf(chunks);
  const isAll = chunks.at(-1)?.next === null;
  const isFiltered = filtersOf(search).length > 0;
  return (
    <p className="text-label whitespace-nowrap text-muted" role="status">
      {words()}
    </p>
  );

  function words(): string {
    if (!isFiltered) return `${count(progress.figures.found)} found`;
    if (isAll) return counted(loaded, 'page');
    return `more than ${count(loaded)} pages`;
  }
}
