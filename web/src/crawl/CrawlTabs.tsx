import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { isOver } from '~/api/queries';
import { tabLook } from '~/ui/Tabs';
import { count } from '~/words/figures';
import { earlierQuery } from './diff/queries';
import { useCrawl } from './LiveContext';

/** The parts of a crawl's page; each has an address. */
export function CrawlTabs() {
  const { id, progress } = useCrawl();
  const params = { id };
  const { data: earlier = [] } = useQuery({ ...earlierQuery(progress), enabled: isOver(progress.status) });
  const hasEarlier = isOver(progress.status) && earlier.length > 0;
  const fetched = progress.total + 1;
  return (
    <nav aria-label="Parts of this crawl" className="-mx-3 flex overflow-x-auto">
      <Tab link={{ to: '/crawls/$id/progress', params }} label="Progress" />
      <Tab link={{ to: '/crawls/$id/pages', params }} label="Pages" figure={fetched} />
      <Tab link={{ to: '/crawls/$id/graph', params }} label="Graph" />
      <Tab link={{ to: '/crawls/$id/stats', params }} label="Stats" />
      <Tab link={{ to: '/crawls/$id/errors', params }} label="Errors" figure={progress.failed} />
      <Tab link={{ to: '/crawls/$id/export', params }} label="Export" />
      {hasEarlier && <Tab link={{ to: '/crawls/$id/changes', params }} label="Changes" />}
    </nav>
  );
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
