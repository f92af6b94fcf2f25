import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react';
import { useStore } from '~/state/store';
import { takePageClick } from '~/ui/clicks';
import { Grid, GridGroup } from '~/ui/Grid';
import { useArea } from '~/ui/useArea';
import { useMedia } from '~/ui/useMedia';
import { siteOf } from '~/words/addresses';
import { useCrawl } from '../LiveContext';
import { columnsStore } from './chosen-columns';
import { fitting, template } from './columns';
import { type Chunk, placeOf, rowAt, sizeOf } from './list';
import { pointedPageStore } from './mini-graph-state';
import { PageRow } from './PageRow';
import { TableHead } from './TableHead';
import { SkeletonRow } from './TableSkeleton';
import { useRows } from './useRows';

interface PageTableProps {
  chunks: readonly Chunk[];
  isMore: boolean;
  /** Loads more when the end of what is loaded comes near; undefined while that cannot be. */
  onMore: (() => void) | undefined;
}

const NARROW = '(width < 40rem)';

/** Pages in rows; only rows near the screen are drawn. Arrows move through it, Enter opens a page. */
export function PageTable({ chunks, isMore, onMore }: PageTableProps) {
  const { id, progress } = useCrawl();
  const { pageId } = useParams({ strict: false });
  const searchText = useRouterState({ select: (state) => state.location.searchStr });
  const navigate = useNavigate();
  const body = useRef<HTMLDivElement>(null);
  const area = useArea(body);
  const isNarrow = useMedia(NARROW);
  const wanted = useStore(columnsStore);
  // Memoized, because other columns draw every row again.
  const columns = useMemo(
    () => (isNarrow ? [] : fitting(wanted, area.width)),
    [isNarrow, wanted, area.width],
  );
  const loaded = sizeOf(chunks);
  const openPlace = pageId === undefined ? -1 : placeOf(chunks, pageId);
  const rows = useRows({ body, top: area.top, isNarrow, loaded, isMore, onMore, openPlace });

  function open(event: MouseEvent): void {
    const page = takePageClick(event);
    if (!page) return;
    const to = '/crawls/$id/pages/$pageId';
    void navigate({ to, params: { id, pageId: page }, search: true, resetScroll: false });
  }

  return (
    <Grid
      aria-label="Pages"
      aria-rowcount={isMore ? -1 : loaded + 1}
      className="card"
      onClick={open}
      onPointerOver={(event) => pointedPageStore.set(pageIn(event.target))}
      onPointerLeave={() => pointedPageStore.set(null)}
      onFocus={(event) => pointedPageStore.set(pageIn(event.target))}
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
