import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isOver } from '~/api/queries';
import { AddressCell } from '~/ui/Table';
import { siteOf } from '~/words/addresses';
import { ruleWords } from '~/words/causes';
import { count, counted } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import { RuleRemedy } from '../Remedy';
import { type Cut, cutsQuery } from './query';

const LOOK_MS = 10_000;

/** The pages that were skipped or are too deep, by rule, each with an example and a remedy. */
export function NotFetched() {
  const { id, progress } = useCrawl();
  const { data } = useQuery({ ...cutsQuery(id), refetchInterval: isOver(progress.status) ? false : LOOK_MS });
  const { skipped, too_deep } = progress.figures;
  if (!data || skipped + too_deep === 0) return null;
  return (
    <section aria-label="Not fetched" className="card flex min-w-0 flex-col gap-3 p-4">
      <div>
        <h2 className="flex items-baseline gap-2 text-section">
          <span aria-hidden="true" className="text-warning">
            !
          </span>
          Not fetched
        </h2>
        <p className="text-label text-muted">
          These did not fail: {partsOf(skipped, too_deep)}.{' '}
          <Link to="/help" hash="skipped" className="link">
            Why pages are skipped
          </Link>
        </p>
      </div>
      <ul className="flex flex-col divide-y divide-line border-t border-line">
        {data.items.map((cut) => (
          <Kind key={`${cut.rule} ${cut.pattern}`} cut={cut} />
        ))}
        {too_deep > 0 && <TooDeep />}
      </ul>
    </section>
  );
}

function partsOf(skipped: number, tooDeep: number): string {
  const parts = [
    skipped > 0 && `${count(skipped)} skipped by a rule`,
    tooDeep > 0 && `${count(tooDeep)} too deep`,
  ];
  return parts.filter(Boolean).join(', ');
}

function TooDeep() {
  const { id, progress } = useCrawl();
  return (
    <li className="flex flex-col gap-1.5 py-2">
      <Link
        to="/crawls/$id/pages"
        params={{ id }}
        search={{ state: 'TOO-DEEP' }}
        className="door -mx-2 flex items-baseline justify-between gap-3 rounded-control px-2 py-1"
      >
        <span>too deep: more than {counted(progress.max_depth, 'click')}</span>
        <span className="font-medium">{count(progress.figures.too_deep)}</span>
      </Link>
      <RuleRemedy rule="max_depth" liftedBy={null} />
    </li>
  );
}

/** Return whether the pattern of a rule says where the crawl stays: it describes no page that was skipped. */
function isOwn(rule: string): boolean {
  return ['domain', 'host', 'subpath', 'include'].includes(rule);
}

function Kind({ cut }: { cut: Cut }) {
  const { id, progress } = useCrawl();
  return (
    <li className="flex flex-col gap-1.5 py-2">
      <Link
        to="/crawls/$id/pages"
        params={{ id }}
        search={{ state: 'SKIPPED', rule: cut.rule }}
        className="door -mx-2 flex flex-col rounded-control px-2 py-1"
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
      </Link>
      <RuleRemedy rule={cut.rule} liftedBy={cut.lifted_by} />
    </li>
  );
}
