import { type RefObject, useLayoutEffect, useState } from 'react';

export interface Area {
  /** From the top of the document, in pixels. */
  top: number;
  width: number;
}

/** Where an element is in the document, and how wide; again whenever that changes. */
export function useArea(ref: RefObject<HTMLElement | null>): Area {
  const [area, setArea] = useState<Area>({ top: 0, width: 0 });
  useLayoutEffect(() => {
    function measure(): void {
      const box = ref.current?.getBoundingClientRect();
      if (!box) return;
      const now = { top: Math.round(box.top + scrollY), width: Math.floor(box.width) };
      setArea((before) => (before.top === now.top && before.width === now.width ? before : now));
    }
    measure();
    // Elements above may grow: then the document does, too.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return area;
}
