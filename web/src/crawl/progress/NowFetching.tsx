import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AddressCell } from '~/ui/Table';
import { milliseconds } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import { activityQuery } from './queries';

const LOOK_MS = 2_000;

/** The requests that are open now. */
export function NowFetching() {
  const { id, progress } = useCrawl();
  const activity = useQuery({ ...activityQuery(id), refetchInterval: LOOK_MS });
  const items = activity.data?.items ?? [];
  return (
    <section className="card min-w-0 overflow-hidden">
      <h2 className="px-4 pt-4 pb-2 text-section">Now fetching</h2>
      <ul className="divide-y divide-line">
        {items.map((each) => (
          <li key={each.id}>
            <Link
              to="/crawls/$id/pages/$pageId"
              params={{ id, pageId: each.id }}
              className="door flex items-baseline gap-3 px-4 py-2"
            >
              <span className="min-w-0 flex-1">
                <AddressCell address={each.url} length={80} />
              </span>
              <span className="text-label whitespace-nowrap text-muted">
                {milliseconds(each.for_s * 1000)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {items.length === 0 && (
        <p className="px-4 pb-4 text-label text-muted">
          {progress.status === 'paused' ? 'Nothing: the crawl is paused.' : 'Nothing at this moment.'}
        </p>
      )}
    </section>
  );
}
