import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Progress } from '~/api/queries';
import { DEPTH_COLOURS } from '~/ui/Depth';
import { bloomQuery } from './bloom';

/** The bloom of a crawl, from where the server puts its pages: it is known before its name is read. */
export function Thumbnail({ crawl }: { crawl: Progress }) {
  const place = useRef<SVGSVGElement>(null);
  const isSeen = useSeen(place);
  const { data } = useQuery({ ...bloomQuery(crawl), enabled: isSeen });
  const width = data && data.dots > 40 ? 1.6 : 3;
  return (
    <svg
      ref={place}
      viewBox="-20 -20 40 40"
      width="40"
      height="40"
      aria-hidden="true"
      data-dots={data?.dots}
      className="shrink-0 rounded-control"
    >
      <rect x="-20" y="-20" width="40" height="40" className="fill-ground" />
      <path d={data?.lines} className="stroke-white" strokeOpacity="0.22" strokeWidth="0.5" />
      {data?.paths.map((_, at) => {
        const depth = data.paths.length - 1 - at;
        return (
          <path
            key={depth}
            d={data.paths[depth]}
            stroke={DEPTH_COLOURS[depth]}
            strokeWidth={depth === 0 ? width + 1.5 : width}
            strokeLinecap="round"
          />
        );
      })}
    </svg>
  );
}

/** Return whether the element was ever on the screen: a bloom is fetched only then. */
function useSeen(place: { current: Element | null }): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watching = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      setSeen(true);
      watching.disconnect();
    });
    watching.observe(place.current);
    return () => watching.disconnect();
  }, [place]);
  return isSeen;
}
