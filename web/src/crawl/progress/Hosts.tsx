import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isOver } from '~/api/queries';
import { ErrorState } from '~/parts/problems/ErrorState';
import { SkeletonRows } from '~/ui/Skeleton';
import { count, duration } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import { paceWords } from './paces';
import { type Host, hostsQuery } from './queries';

const LOOK_MS = 1_000;

/** Each host with its pace, and whose wish that is. */
export function Hosts() {
  const { id, progress } = useCrawl();
  const isRunning = !isOver(progress.status);
  const hosts = useQuery({
    ...hostsQuery(id, isRunning ? 'busiest' : 'name'),
    // An answer that came while the last pages ended is fetched once more.
    refetchInterval: ({ state }) => (isRunning || state.data?.items.some(isBusy) ? LOOK_MS : false),
  });
  return (
    <section className="card min-w-0 overflow-hidden">
      <h2 className="px-4 pt-4 pb-2 text-section">Hosts</h2>
      {hosts.isPending && <SkeletonRows rows={3} />}
      {hosts.error && !hosts.data && (
        <ErrorState
          error={hosts.error}
          what="The hosts"
          still="The crawl continues; only this view lost contact."
          onRetry={() => void hosts.refetch()}
        />
      )}
      <ul className="divide-y divide-line">
        {hosts.data?.items.map((host) => (
          <HostRow key={host.host} id={id} host={host} />
        ))}
      </ul>
      {hosts.data?.items.length === 0 && (
        <p className="px-4 pb-4 text-label text-muted">No host has pages that are queued or being fetched.</p>
      )}
    </section>
  );
}

function waitingAt(host: Host): number {
  return host.pending + host.in_progress;
}

function isBusy(host: Host): boolean {
  return waitingAt(host) > 0;
}

function HostRow({ id, host }: { id: string; host: Host }) {
  const waiting = waitingAt(host);
  return (
    <li>
      <Link
        to="/crawls/$id/pages"
        params={{ id }}
        search={{ host: host.host }}
        className="door flex flex-wrap items-baseline gap-x-3 px-4 py-2"
      >
        <bdi className="min-w-0 truncate font-mono text-label">{host.host}</bdi>
        <span className="ml-auto text-label whitespace-nowrap">
          {waiting > 0 && `${count(waiting)} queued or fetching`}
        </span>
        <span className="w-full text-label text-muted">{paceWords(host)}</span>
        {host.rests_for_s > 0 && (
          <span className="w-full text-label text-warning">
            ‖ rests {duration(host.rests_for_s)}
            {host.rests_because && `: ${host.rests_because}`}
          </span>
        )}
      </Link>
    </li>
  );
}
