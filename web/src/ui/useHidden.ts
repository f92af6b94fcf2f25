import { type RefObject, useEffect, useState } from 'react';

export type Hidden = 'none' | 'left' | 'right' | 'both';

/** Return on which sides of an element that scrolls sideways something is out of sight. */
export function useHidden(ref: RefObject<HTMLElement | null>): Hidden {
  const [hidden, setHidden] = useState<Hidden>('none');
  // After every drawing: what is in it may have become wider.
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => setHidden(hiddenIn(element));
    look();
    const watching = new ResizeObserver(look);
    watching.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watching.disconnect();
      element.removeEventListener('scroll', look);
    };
  });
  return hidden;
}

function hiddenIn({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): Hidden {
  const isLeft = scrollLeft > 1;
  const isRight = scrollLeft + clientWidth < scrollWidth - 1;
  if (isLeft) return isRight ? 'both' : 'left';
  return isRight ? 'right' : 'none';
}
