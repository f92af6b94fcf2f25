import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useSyncExternalStore } from 'react';
import { Grid, GridGroup } from '~/ui/Grid';
import { useArea } from '~/ui/useArea';
import { useMedia } from '~/ui/useMedia';
import { siteOf } from '~/words/addresses';
import { useCrawl } from '../LiveContext';
import { pointAt } from './beside';
import { chosenColumns, onColumns } from './chosen';
import { fitting, template } from './columns';
import { type Chunk, placeOf, rowAt, sizeOf } from './list';
import { PageRow } from './PageRow';
import { TableHead } from './TableHead';
import { SkeletonRow } from './TableSkeleton';
import { useRows } from './useRows';

interface PageTableProps {
  chunks: readonly Chunk[];
  isMore: boolean;
  /** Asked for when the end of what is loaded comes near. */
  onMore: () => void;
}

const NARROW = '(width < 40rem)';

/** Pages in rows, of which only those are drawn that can be seen. Arrows walk it, Enter opens. */
export function PageTable({ chunks, isMore, onMore }: PageTableProps) {
  const { id, progress } = useCrawl();
  const { pageId } = useParams({ strict: false });
  const searchText = useRouterState({ select: (state) => state.location.searchStr });
  const navigate = useNavigate();
  const body = useRef<HTMLDivElement>(null);
  const area = useArea(body);
  const isNarrow = useMedia(NARROW);
  const wanted = useSyncExternalStore(onColumns, chosenColumns);
  // The same as long as nothing else is: rows are drawn anew for others.
  const columns = useMemo(
    () => (isNarrow ? [] : fitting(wanted, area.width)),
    [isNarrow, wanted, area.width],
  );
  const loaded = sizeOf(chunks);
  const openPlace = pageId === undefined ? -1 : placeOf(chunks, pageId);
  const rows = useRows({ body, top: area.top, isNarrow, loaded, isMore, onMore, openPlace });

  function open(event: MouseEvent): void {
    const link = (event.target as HTMLElement).closest('a');
    const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    const page = link?.dataset.page;
    if (!page || !isPlain) return;
    event.preventDefault();
    const to = '/crawls/$id/pages/$pageId';
    void navigate({ to, params: { id, pageId: page }, search: true, resetScroll: false });
  }

  return (
    <Grid
      aria-label="Pages"
      aria-rowcount={isMore ? -1 : loaded + 1}
      className="card"
      onClick={open}
      onPointerOver={(event) => pointAt(pageIn(event.target))}
      onPointerLeave={() => pointAt(null)}
      onFocus={(event) => pointAt(pageIn(event.target))}
      onKeyDown={(event: KeyboardEvent) => rows.walk(event)}
    >
      {!isNarrow && <TableHead columns={columns} template={template(columns)} />}
      <GridGroup ref={body} className="relative" style={{ height: rows.height }}>
        {rows.items.map(({ index, start, size }) => {
          const row = rowAt(chunks, index);
          const style = { height: size, transform: `translateY(${start}px)` };
          return row ? (
            <PageRow
              key={index}
              row={row}
              place={index}
              columns={columns}
              template={template(columns)}
              isNarrow={isNarrow}
              isCurrent={index === rows.current}
              isOpen={row.id === pageId}
              href={`/crawls/${id}/pages/${row.id}${searchText}`}
              start={start}
              site={siteOf(progress.submitted_url)}
            />
          ) : (
            <div key={index} className="absolute inset-x-0 top-0" style={style}>
              <SkeletonRow />
            </div>
          );
        })}
      </GridGroup>
    </Grid>
  );
}

/** The page whose row something is in. */
function pageIn(target: EventTarget): string | null {
  const row = target instanceof Element ? target.closest('[data-place]') : null;
  return row?.querySelector('a')?.dataset.page ?? null;
}
