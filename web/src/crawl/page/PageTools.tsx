import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, FlaskConical, Waypoints } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '~/ui/Button';
import type { Neighbours } from './neighbours';
import { pageQuery } from './queries';

const LOOK =
  'inline-flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-raised hover:text-ink';

interface PageToolsProps {
  crawlId: string;
  pageId: string;
  /** Its address, as soon as it is known. */
  url: string | undefined;
  neighbours: Neighbours;
  onGo: ((pageId: string) => void) | undefined;
}

/** To the page before and after; the arrow keys do the same. To the playground and to the graph. */
export function PageTools({ crawlId, pageId, url, neighbours, onGo }: PageToolsProps) {
  const { previous, next } = neighbours;
  const client = useQueryClient();

  useEffect(() => {
    for (const near of [previous, next]) {
      if (near) void client.prefetchQuery({ ...pageQuery(crawlId, near), staleTime: 30_000 });
    }
  }, [client, crawlId, previous, next]);

  useEffect(() => {
    function listen(event: KeyboardEvent): void {
      const to = { ArrowLeft: previous, ArrowRight: next }[event.key];
      const isTaken = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey;
      if (!to || isTaken || isElsewhere(event.target)) return;
      event.preventDefault();
      onGo?.(to);
    }
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [previous, next, onGo]);

  return (
    <>
      {onGo && (
        <>
          <IconButton
            label="Previous page (←)"
            icon={<ChevronLeft size={18} aria-hidden="true" />}
            disabled={!previous}
            onClick={() => previous && onGo(previous)}
            className="disabled:opacity-40"
          />
          <IconButton
            label="Next page (→)"
            icon={<ChevronRight size={18} aria-hidden="true" />}
            disabled={!next}
            onClick={() => next && onGo(next)}
            className="disabled:opacity-40"
          />
        </>
      )}
      {url && (
        <Link
          to="/playground"
          search={{ url }}
          aria-label="Try it in the playground"
          title="Try it in the playground"
          className={LOOK}
        >
          <FlaskConical size={17} aria-hidden="true" />
        </Link>
      )}
      <Link
        to="/crawls/$id/graph"
        params={{ id: crawlId }}
        search={{ page: pageId }}
        aria-label="Show in graph"
        title="Show in graph"
        className={LOOK}
      >
        <Waypoints size={17} aria-hidden="true" />
      </Link>
    </>
  );
}

/** Where arrows have a meaning of their own. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role=tablist]') !== null;
}
