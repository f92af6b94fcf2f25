import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Asked {
  body: RefObject<HTMLElement | null>;
  /** Where the rows begin in the document. */
  top: number;
  isNarrow: boolean;
  loaded: number;
  isMore: boolean;
  onMore: () => void;
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
/** What covers rows at the edges: the bars, and the head of the table. */
const COVERED = { wide: { top: 90, bottom: 12 }, narrow: { top: 56, bottom: 72 } };

/** Which rows are drawn where, which of them has the focus, and how keys move it. */
export function useRows({ body, top, isNarrow, loaded, isMore, onMore, openPlace }: Asked) {
  const [current, setCurrent] = useState(0);
  const isFocusWanted = useRef(false);
  const covered = isNarrow ? COVERED.narrow : COVERED.wide;
  const virtual = useWindowVirtualizer({
    count: loaded + (isMore ? COMING : 0),
    estimateSize: () => (isNarrow ? NARROW_HEIGHT : HEIGHT),
    overscan: AROUND,
    scrollMargin: top,
    scrollPaddingStart: covered.top,
    scrollPaddingEnd: covered.bottom,
    // The row with the focus stays, however far one scrolls away from it.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), current])].sort((a, b) => a - b),
  });
  const items = virtual.getVirtualItems();
  const last = virtual.range?.endIndex ?? 0;

  useLayoutEffect(() => virtual.measure(), [isNarrow]);

  useEffect(() => {
    if (isMore && last + AHEAD > loaded) onMore();
  }, [isMore, last, loaded, onMore]);

  function focus(place: number): void {
    const link = body.current?.querySelector<HTMLElement>(`[data-place="${place}"] a`);
    link?.focus({ preventScroll: true });
    // What is not drawn yet gets it when it is.
    isFocusWanted.current = !link;
  }

  useLayoutEffect(() => {
    if (isFocusWanted.current) focus(current);
  });

  function go(place: number): void {
    const to = Math.min(Math.max(place, 0), loaded - 1);
    setCurrent(to);
    virtual.scrollToIndex(to, { align: 'auto' });
    focus(to);
  }

  // While a page is open, its row is the current one; when it closes, the row has the focus again.
  const before = useRef(-1);
  useEffect(() => {
    if (openPlace === before.current) return;
    if (openPlace >= 0) {
      setCurrent(openPlace);
      virtual.scrollToIndex(openPlace, { align: 'auto' });
    } else {
      go(before.current);
    }
    before.current = openPlace;
  });

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
