import type { Progress } from '~/api/queries';
import { type Bar, BarList } from '~/ui/BarList';
import { FIGURES, REASON_WORDS } from '~/words/pages';
import { useCrawl } from '../LiveContext';
import type { PagesSearch } from '../pages/search';

type Reason = NonNullable<PagesSearch['reason']>;

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
    <section aria-label="By state" className="card flex min-w-0 flex-col gap-2 p-4">
      <h2 className="text-section">By state</h2>
      <BarList
        bars={bars.filter((bar) => bar.figure > 0)}
        names="long"
        empty="Only the first page was found."
      />
    </section>
  );
}

type Part = [name: string, figure: number, look: string, search: PagesSearch];

function partsOf({ figures, skipped_by }: Progress): Part[] {
  return FIGURES.flatMap(({ name, label, state, ground }): Part[] => {
    if (name !== 'skipped') return [[label, figures[name], ground, { state }]];
    return Object.entries(skipped_by).map(([reason, figure]) => [
      `${label}: ${REASON_WORDS[reason as Reason] ?? reason}`,
      figure,
      ground,
      { state, reason: reason as Reason },
    ]);
  });
}
