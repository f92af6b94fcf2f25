import type { Progress } from '~/api/queries';
import { type Bar, BarList } from '~/ui/BarList';
import { useCrawl } from '../LiveContext';
import type { PagesSearch } from '../pages/search';

type Reason = NonNullable<PagesSearch['reason']>;

const REASONS: Record<Reason, string> = {
  scope: 'Out of scope',
  robots: 'By robots.txt',
  limit: 'Beyond the limit',
  trap: 'Traps',
  address: 'Refused addresses',
};

/** All pages by what became of them; skipped ones by why. */
export function Breakdown() {
  const { id, progress } = useCrawl();
  const bars = partsOf(progress).map(
    ([name, figure, look, search]): Bar => ({
      key: name,
      name,
      figure,
      look,
      to: { to: '/crawls/$id/pages', params: { id }, search },
    }),
  );
  return (
    <section className="card flex min-w-0 flex-col gap-2 p-4">
      <h2 className="text-section">By state</h2>
      <BarList bars={bars.filter((bar) => bar.figure > 0)} empty="Nothing was found beside the first page." />
    </section>
  );
}

type Part = [name: string, figure: number, look: string, search: PagesSearch];

function partsOf(progress: Progress): Part[] {
  const skipped = Object.entries(progress.skipped_by).map(
    ([reason, figure]): Part => [
      REASONS[reason as Reason] ?? reason,
      figure,
      'bg-warning',
      { state: 'SKIPPED', reason: reason as Reason },
    ],
  );
  return [
    ['Done', progress.completed, 'bg-done', { state: 'COMPLETED' }],
    ['Failed', progress.failed, 'hatched', { state: 'FAILED' }],
    ...skipped,
    ['Cancelled', progress.cancelled, 'bg-control', { state: 'CANCELLED' }],
    ['Fetching', progress.in_progress, 'striped', { state: 'IN-PROGRESS' }],
    ['Queued', progress.pending, 'bg-control', { state: 'PENDING' }],
  ];
}
