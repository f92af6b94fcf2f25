import { isOver } from '~/api/queries';
import { Counter } from '~/ui/Counter';
import { duration } from '~/words/figures';
import { FIGURES, type FigureName } from '~/words/pages';
import { useCrawl } from '../LiveContext';
import { useIsStale } from '../LivePill';

/** There whatever they are; the others when they count something. */
const ALWAYS: readonly FigureName[] = ['fetched', 'failed', 'skipped', 'too_deep'];
const WHILE_RUNNING: readonly FigureName[] = ['fetching', 'queued'];

/** The figures, large; each is a door to its pages, and they add up to what was found. */
export function Counters({ left }: { left: number | undefined }) {
  const { id, progress } = useCrawl();
  const isStale = useIsStale();
  const { figures } = progress;
  const isUsual = (name: FigureName) =>
    ALWAYS.includes(name) || (!isOver(progress.status) && WHILE_RUNNING.includes(name));
  return (
    <section
      aria-label="Figures"
      className="card grid grid-cols-3 gap-1 p-1 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none"
    >
      <Counter
        label="Found"
        value={figures.found}
        isStale={isStale}
        to={{ to: '/crawls/$id/pages', params: { id } }}
      />
      {FIGURES.filter(({ name }) => figures[name] > 0 || isUsual(name)).map(
        ({ name, label, state, text }) => (
          <Counter
            key={name}
            label={label}
            value={figures[name]}
            tone={text}
            isStale={isStale}
            to={{ to: '/crawls/$id/pages', params: { id }, search: { state } }}
          />
        ),
      )}
      {left !== undefined && (
        <p className="flex flex-col px-3 py-2">
          <span className="text-label text-muted">About</span>
          <span className="text-section leading-9">{duration(left)} left</span>
        </p>
      )}
    </section>
  );
}
