import { useQuery } from '@tanstack/react-query';
import { Link, useMatchRoute } from '@tanstack/react-router';
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
  const { progress } = useCrawl();
  const { data: earlier = [] } = useQuery({ ...earlierQuery(progress), enabled: isOver(progress.status) });
  const hasEarlier = isOver(progress.status) && earlier.length > 0;
  const { found, failed } = progress.figures;
  const nav = useRef<HTMLElement>(null);
  const hidden = useHidden(nav);
  return (
    <div className="relative -mx-3">
      <nav
        ref={nav}
        aria-label="Parts of this crawl"
        data-hidden={hidden}
        className="fades relative flex overflow-x-auto"
      >
        <Tab part="progress" label="Progress" />
        <Tab part="pages" label="Pages" figure={found} />
        <Tab part="graph" label="Graph" />
        <Tab part="stats" label="Stats" />
        <Tab part="errors" label="Errors" figure={failed} />
        <Tab part="export" label="Export" />
        {hasEarlier && <Tab part="changes" label="Changes" />}
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

/** Scroll the open tab into view: narrow screens do not show all tabs. */
function scrollToTab(tab: HTMLElement | null): void {
  const nav = tab?.closest('nav');
  if (!tab || !nav) return;
  const [left, right] = [tab.offsetLeft, tab.offsetLeft + tab.offsetWidth];
  if (left < nav.scrollLeft || right > nav.scrollLeft + nav.clientWidth) nav.scrollLeft = left - EDGE;
}

type Part = 'progress' | 'pages' | 'graph' | 'stats' | 'errors' | 'export' | 'changes';

function Tab({ part, label, figure }: { part: Part; label: string; figure?: number }) {
  const { id } = useCrawl();
  const link = { to: `/crawls/$id/${part}`, params: { id } } as const;
  const element = useRef<HTMLAnchorElement>(null);
  const isOpen = Boolean(useMatchRoute()({ ...link, fuzzy: true }));
  useEffect(() => {
    if (isOpen) scrollToTab(element.current);
  }, [isOpen]);
  return (
    <Link {...link} ref={element} activeOptions={{ includeSearch: false }} className={tabLook(isOpen)}>
      {label}
      {figure !== undefined && figure > 0 && <span className="text-label text-muted">{count(figure)}</span>}
    </Link>
  );
}
