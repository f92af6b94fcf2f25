import { Counter } from '~/ui/Counter';
import { duration } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import { useIsStale } from '../LivePill';
import type { PagesSearch } from '../pages/search';

/** The figures, large; each is a door to its pages. */
export function Counters({ left }: { left: number | undefined }) {
  const { id, progress } = useCrawl();
  const isStale = useIsStale();
  const doors: [string, number, PagesSearch, string][] = [
    ['Queued', progress.pending, { state: 'PENDING' }, ''],
    ['Fetching', progress.in_progress, { state: 'IN-PROGRESS' }, 'text-running'],
    ['Done', progress.completed, { state: 'COMPLETED' }, 'text-done'],
    ['Failed', progress.failed, { state: 'FAILED' }, 'text-failed'],
    ['Skipped', progress.skipped, { state: 'SKIPPED' }, 'text-warning'],
  ];
  if (progress.cancelled > 0)
    doors.push(['Cancelled', progress.cancelled, { state: 'CANCELLED' }, 'text-muted']);
  return (
    <section
      aria-label="Figures"
      className="card grid grid-cols-3 gap-1 p-1 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none"
    >
      {doors.map(([label, value, search, tone]) => (
        <Counter
          key={label}
          label={label}
          value={value}
          tone={tone}
          isStale={isStale}
          to={{ to: '/crawls/$id/pages', params: { id }, search }}
        />
      ))}
      {left !== undefined && (
        <p className="flex flex-col px-3 py-2">
          <span className="text-label text-muted">About</span>
          <span className="text-section leading-9">{duration(left)} left</span>
        </p>
      )}
    </section>
  );
}
