import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useRouterState } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isOver } from '~/api/queries';
import { tabLook } from '~/ui/Tabs';
import { useHidden } from '~/ui/useHidden';
import { count } from '~/words/figures';
import { earlierQuery } from './diff/queries';
import { useCrawl } from './LiveContext';

const EDGE = 24;

/** The parts of a crawl's page; each has an address. */
export function CrawlTabs() {
  const { id, progress } = useCrawl();
  const params = { id };
  const { data: earlier = [] } = useQuery({ ...earlierQuery(progress), enabled: isOver(progress.status) });
  const hasEarlier = isOver(progress.status) && earlier.length > 0;
  const { found, failed } = progress.figures;
  const nav = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => bringIn(nav.current), [pathname, hasEarlier]);
  const hidden = useHidden(nav);
  return (
    <div className="relative -mx-3">
      <nav
        ref={nav}
        aria-label="Parts of this crawl"
        data-hidden={hidden}
        className="fades relative flex overflow-x-auto"
      >
        <Tab link={{ to: '/crawls/$id/progress', params }} label="Progress" />
        <Tab link={{ to: '/crawls/$id/pages', params }} label="Pages" figure={found} />
        <Tab link={{ to: '/crawls/$id/graph', params }} label="Graph" />
        <Tab link={{ to: '/crawls/$id/stats', params }} label="Stats" />
        <Tab link={{ to: '/crawls/$id/errors', params }} label="Errors" figure={failed} />
        <Tab link={{ to: '/crawls/$id/export', params }} label="Export" />
        {hasEarlier && <Tab link={{ to: '/crawls/$id/changes', params }} label="Changes" />}
      </nav>
      {(hidden === 'right' || hidden === 'both') && (
        <ChevronRight
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-0 my-auto text-ink"
        />
      )}
    </div>
  );
}

/** On narrow screens not all tabs are seen; the one that is open is. */
function bringIn(nav: HTMLElement | null): void {
  const open = nav?.querySelector<HTMLElement>('[aria-current]');
  if (!nav || !open) return;
  const [left, right] = [open.offsetLeft, open.offsetLeft + open.offsetWidth];
  if (left < nav.scrollLeft || right > nav.scrollLeft + nav.clientWidth) nav.scrollLeft = left - EDGE;
}

function Tab({ link, label, figure }: { link: LinkProps; label: string; figure?: number }) {
  return (
    <Link
      {...link}
      activeOptions={{ includeSearch: false }}
      activeProps={{ className: tabLook(true) }}
      inactiveProps={{ className: tabLook(false) }}
    >
      {label}
      {figure !== undefined && figure > 0 && <span className="text-label text-muted">{count(figure)}</span>}
    </Link>
  );
}
