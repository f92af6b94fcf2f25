import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface RowsRequest {
  body: RefObject<HTMLElement | null>;
  /** Where the rows begin in the document. */
  top: number;
  isNarrow: boolean;
  loaded: number;
  /** Whether more rows follow the loaded ones. */
  isMore?: boolean;
  /** Loads more rows; undefined while that cannot be. */
  onMore?: (() => void) | undefined;
  /** The place of the page that is open over the table; -1 if none is. */
  openPlace: number;
}

const HEIGHT = 40;
const NARROW_HEIGHT = 64;
/** Rows drawn beyond what is seen, so that a turn of the wheel finds them there. */
const AROUND = 24;
/** Rows loaded beyond what is seen. */
const AHEAD = 1_500;
const COMING = 3;
/** The pixels at the edges that the bars and the head of the table cover. */
const COVERED = { wide: { top: 90, bottom: 12 }, narrow: { top: 56, bottom: 72 } };

/** Return the rows to draw, the current row, and functions that move the focus. */
export function useRows({ body, top, isNarrow, loaded, isMore = false, onMore, openPlace }: RowsRequest) {
  const [current, setCurrent] = useState(0);
  const isFocusWanted = useRef(false);
  const height = isNarrow ? NARROW_HEIGHT : HEIGHT;
  const covered = isNarrow ? COVERED.narrow : COVERED.wide;
  const virtual = useWindowVirtualizer({
    count: loaded + (isMore ? COMING : 0),
    estimateSize: () => height,
    overscan: AROUND,
    scrollMargin: top,
    scrollPaddingStart: covered.top,
    scrollPaddingEnd: covered.bottom,
    // The row with the focus stays drawn, however far the user scrolls away from it.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), current])].sort((a, b) => a - b),
  });
  const items = virtual.getVirtualItems();
  const last = virtual.range?.endIndex ?? 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies(height): rows of another height are measured again
  useLayoutEffect(() => virtual.measure(), [virtual, height]);

  const isWanted = onMore !== undefined && isMore && last + AHEAD > loaded;
  const loadMore = useEffectEvent(() => onMore?.());
  useEffect(() => {
    if (isWanted) loadMore();
  }, [isWanted]);

  // Focus a row that was not drawn when a key moved to it.
  useLayoutEffect(() => {
    if (isFocusWanted.current) isFocusWanted.current = !focusRow(body.current, current);
  }, [body, current]);

  function go(place: number): void {
    const to = Math.min(Math.max(place, 0), loaded - 1);
    setCurrent(to);
    virtual.scrollToIndex(to, { align: 'auto' });
    isFocusWanted.current = !focusRow(body.current, to);
  }

  // While a page is open, its row is the current one; when it closes, the row has the focus again.
  const before = useRef(-1);
  const follow = useEffectEvent((place: number) => {
    if (place < 0) {
      go(before.current);
      return;
    }
    setCurrent(place);
    virtual.scrollToIndex(place, { align: 'auto' });
  });
  useEffect(() => {
    if (openPlace === before.current) return;
    follow(openPlace);
    before.current = openPlace;
  }, [openPlace]);

  function walk(event: KeyboardEvent): void {
    const screen = Math.max(1, (virtual.range?.endIndex ?? 0) - (virtual.range?.startIndex ?? 0) - 2);
    const to: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + screen,
      PageUp: current - screen,
      Home: 0,
      End: loaded - 1,
    };
    const place = to[event.key];
    const isInRow = (event.target as HTMLElement).closest('[data-place]');
    if (place === undefined || !isInRow || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    go(place);
  }

  return {
    items: items.map((item) => ({ index: item.index, start: item.start - top, size: item.size })),
    height: virtual.getTotalSize(),
    current: Math.min(current, Math.max(0, loaded - 1)),
    walk,
    go,
  };
}

/** Focus the link of a row; return whether it is drawn. */
function focusRow(body: HTMLElement | null, place: number): boolean {
  const link = body?.querySelector<HTMLElement>(`[data-place="${place}"] a`);
  link?.focus({ preventScroll: true });
  return link !== undefined && link !== null;
}
