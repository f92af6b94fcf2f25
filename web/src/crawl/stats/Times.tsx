import { Link } from '@tanstack/react-router';
import { milliseconds } from '~/words/figures';
import { useCrawl } from '../LiveContext';

const WORDS: Record<string, string> = {
  p50: 'Half of the pages answered within',
  p90: '90 % of the pages within',
  p99: '99 % of the pages within',
  p100: 'The slowest page took',
};

/** How long answers took. */
export function Times({ latency }: { latency: Record<string, number> }) {
  const { id } = useCrawl();
  const known = Object.entries(WORDS).filter(([name]) => latency[name] !== undefined);
  if (known.length === 0) return null;
  return (
    <section aria-label="How long answers took" className="card grid grid-cols-2 gap-1 p-2 sm:grid-cols-4">
      {known.map(([name, words]) => (
        <Link
          key={name}
          to="/crawls/$id/pages"
          params={{ id }}
          search={{ sort: 'time' }}
          className="door flex flex-col rounded-control px-3 py-2"
        >
          <span className="text-label text-muted">{words}</span>
          <span className="text-title">{milliseconds(latency[name] ?? 0)}</span>
        </Link>
      ))}
    </section>
  );
}
