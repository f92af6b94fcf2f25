import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import type { Progress } from '~/api/queries';
import { count } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import type { PagesSearch } from '../pages/search';

type Reason = NonNullable<PagesSearch['reason']>;

const REASONS: Record<Reason, string> = {
  scope: 'out of scope',
  robots: 'robots.txt',
  limit: 'page limit',
  trap: 'traps',
  address: 'refused addresses',
};

interface Bar {
  name: string;
  figure: number;
  look: string;
  search: PagesSearch;
}

/** All pages by what became of them; skipped ones by why. */
export function Breakdown() {
  const { id, progress } = useCrawl();
  const bars = barsOf(progress).filter((bar) => bar.figure > 0);
  const most = Math.max(1, ...bars.map((bar) => bar.figure));
  return (
    <section className="card flex min-w-0 flex-col gap-2 p-4">
      <h2 className="text-section">What became of them</h2>
      <ul className="flex flex-col">
        {bars.map((bar) => (
          <li key={bar.name}>
            <Link
              to="/crawls/$id/pages"
              params={{ id }}
              search={bar.search}
              className="door -mx-2 grid min-h-7 grid-cols-[7.5rem_1fr_4rem] items-center gap-3 rounded-control px-2 text-label"
            >
              <span className="truncate">{bar.name}</span>
              <span className="h-2 overflow-hidden rounded-chip bg-raised">
                <span
                  className={clsx('block h-full rounded-chip', bar.look)}
                  style={{ width: `${Math.max(1, (bar.figure / most) * 100)}%` }}
                />
              </span>
              <span className="text-right font-medium">{count(bar.figure)}</span>
            </Link>
          </li>
        ))}
        {bars.length === 0 && (
          <li className="text-label text-muted">Nothing was found beside the first page.</li>
        )}
      </ul>
    </section>
  );
}

function barsOf(progress: Progress): Bar[] {
  const skipped = Object.entries(progress.skipped_by).map(([reason, figure]) => ({
    name: REASONS[reason as Reason] ?? reason,
    figure,
    look: 'bg-warning',
    search: { state: 'SKIPPED', reason: reason as Reason } as const,
  }));
  return [
    { name: 'done', figure: progress.completed, look: 'bg-done', search: { state: 'COMPLETED' } },
    { name: 'failed', figure: progress.failed, look: 'hatched', search: { state: 'FAILED' } },
    ...skipped,
    { name: 'cancelled', figure: progress.cancelled, look: 'bg-control', search: { state: 'CANCELLED' } },
    { name: 'fetching', figure: progress.in_progress, look: 'striped', search: { state: 'IN-PROGRESS' } },
    { name: 'queued', figure: progress.pending, look: 'bg-control', search: { state: 'PENDING' } },
  ];
}
