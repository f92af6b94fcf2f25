import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isOver } from '~/api/queries';
import { AddressCell } from '~/ui/Table';
import { siteOf } from '~/words/addresses';
import { ruleWords } from '~/words/causes';
import { count, counted } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import { type Cut, cutsQuery } from './query';

const LOOK_MS = 10_000;

/** What rules kept from being fetched, one of each kind, and what would let them in. No failure. */
export function LeftOut() {
  const { id, progress } = useCrawl();
  const { data } = useQuery({ ...cutsQuery(id), refetchInterval: isOver(progress.status) ? false : LOOK_MS });
  if (!data || (data.items.length === 0 && data.beyond_depth === 0)) return null;
  return (
    <section aria-label="Left out" className="card flex min-w-0 flex-col gap-3 p-4">
      <div>
        <h2 className="flex items-baseline gap-2 text-section">
          <span aria-hidden="true" className="text-warning">
            !
          </span>
          Left out by a rule
        </h2>
        <p className="text-label text-muted">No failure: these were found, and not asked for.</p>
      </div>
      <ul className="flex flex-col divide-y divide-line border-t border-line">
        {data.items.map((cut) => (
          <Kind key={`${cut.rule} ${cut.pattern}`} cut={cut} />
        ))}
        {data.beyond_depth > 0 && (
          <li className="flex items-baseline justify-between gap-3 py-2">
            <span>deeper than {counted(progress.requested_depth - 1, 'click')}</span>
            <span className="font-medium">{count(data.beyond_depth)}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

/** What these have in common is where the crawl stays, and not where they are. */
function isOwn(rule: string): boolean {
  return ['domain', 'host', 'subpath', 'include'].includes(rule);
}

function Kind({ cut }: { cut: Cut }) {
  const { id, progress } = useCrawl();
  return (
    <li>
      <Link
        to="/crawls/$id/pages"
        params={{ id }}
        search={{ rule: cut.rule }}
        className="door -mx-2 flex flex-col rounded-control px-2 py-2"
      >
        <span className="flex items-baseline justify-between gap-3">
          <span>
            {ruleWords(cut.rule)}
            {cut.pattern && !isOwn(cut.rule) && (
              <bdi className="ml-2 font-mono text-label">{cut.pattern}</bdi>
            )}
          </span>
          <span className="font-medium">{count(cut.pages)}</span>
        </span>
        {cut.example && (
          <span className="text-muted">
            <AddressCell address={cut.example} site={siteOf(progress.submitted_url)} />
          </span>
        )}
        {cut.lifted_by && (
          <span className="text-label text-muted">
            What would let them in: <code className="font-mono">{cut.lifted_by}</code>
          </span>
        )}
      </Link>
    </li>
  );
}
