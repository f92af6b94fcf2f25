import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { count } from '~/words/figures';
import { useCrawl } from './LiveContext';
import { useIsStale } from './LivePill';
import type { PagesSearch } from './pages/search';

/** The figures of the bar in words; each leads to its pages. */
export function HeaderCounts() {
  const { id, progress } = useCrawl();
  const isStale = useIsStale();
  const doors: [number, string, PagesSearch][] = [
    [progress.completed, 'done', { state: 'COMPLETED' }],
    [progress.failed, 'failed', { state: 'FAILED' }],
    [progress.skipped, 'skipped', { state: 'SKIPPED' }],
    [progress.cancelled, 'cancelled', { state: 'CANCELLED' }],
    [progress.in_progress, 'fetching', { state: 'IN-PROGRESS' }],
    [progress.pending, 'queued', { state: 'PENDING' }],
  ];
  return (
    <p className={clsx('flex flex-wrap gap-x-3 text-label', isStale ? 'text-muted' : 'text-ink')}>
      {doors
        .filter(([figure, word]) => figure > 0 || word === 'done')
        .map(([figure, word, search]) => (
          <Link key={word} to="/crawls/$id/pages" params={{ id }} search={search} className="hover:underline">
            <span className="font-semibold">{count(figure)}</span> <span className="text-muted">{word}</span>
          </Link>
        ))}
      <span className="ml-auto text-muted">of {count(progress.total)} found</span>
    </p>
  );
}
