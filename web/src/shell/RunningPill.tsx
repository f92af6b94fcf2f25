import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usePaces } from '~/api/paces';
import { runningQuery } from '~/api/queries';
import { rate } from '~/words/figures';

/** "2 running · 31 p/s", wherever one is; a door to them. */
export function RunningPill() {
  const { data } = useInfiniteQuery(runningQuery);
  const paceOf = usePaces();
  const running = data?.pages.flatMap((page) => page.items) ?? [];
  if (running.length === 0) return null;
  const pace = running.reduce((sum, crawl) => sum + paceOf(crawl.crawl_id), 0);
  return (
    <Link
      to="/crawls"
      search={{ status: 'running' }}
      className="inline-flex h-7 items-center gap-1.5 rounded-chip bg-raised px-2.5 text-label whitespace-nowrap text-running hover:underline"
    >
      <span aria-hidden="true">◐</span>
      <span>
        {running.length}
        <span className="max-sm:sr-only"> running</span>
      </span>
      <span className="text-muted max-sm:hidden">· {rate(pace)}</span>
    </Link>
  );
}
