import { Link } from '@tanstack/react-router';
import { CodeMark, StateMark } from '~/ui/Status';
import { AddressCell } from '~/ui/Table';
import { siteOf } from '~/words/addresses';
import { bytes, count } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import type { Change, Difference } from './queries';

const WORDS: Record<Change, { title: string; none: string; note?: string }> = {
  new: { title: 'New', none: 'No page is new.' },
  gone: { title: 'Gone', none: 'No page is gone.' },
  status: { title: 'Status changed', none: 'No page changed its status.' },
  changed: { title: 'Changed content', none: 'No page changed its content.' },
  not_fetched: {
    title: 'Not fetched in one of the crawls',
    none: 'Every page was fetched in both crawls, or in neither.',
    note: 'Skipped, too deep, not fetched yet, or on another site: these are not changes of the site.',
  },
};

interface KindProps {
  kind: Change;
  /** How many there are; some of them are listed. */
  count: number;
  items: readonly Difference[];
  /** The crawl that has what is gone. */
  earlier: string;
}

/** The pages that changed in one way. Each opens in the crawl that has it. */
export function Kind({ kind, count: all, items, earlier }: KindProps) {
  const { id, progress } = useCrawl();
  const site = siteOf(progress.submitted_url);
  return (
    <section className="card flex min-w-0 flex-col gap-2 p-4">
      <h2 className="flex items-baseline justify-between gap-2 text-section">
        {WORDS[kind].title}
        <span className="text-label text-muted">{count(all)}</span>
      </h2>
      {all > 0 && WORDS[kind].note && <p className="text-label text-muted">{WORDS[kind].note}</p>}
      {all === 0 && <p className="text-label text-muted">{WORDS[kind].none}</p>}
      <ul className="-mx-2 flex max-h-96 flex-col overflow-y-auto">
        {items.map((item) => (
          <li key={item.url}>
            <Link
              to="/crawls/$id/pages/$pageId"
              params={
                item.after ? { id, pageId: item.after.id } : { id: earlier, pageId: item.before?.id ?? '' }
              }
              className="door flex min-h-8 items-center justify-between gap-3 rounded-control px-2 text-label"
            >
              <span className="min-w-0">
                <AddressCell address={item.url} site={site} />
              </span>
              <span className="flex shrink-0 items-center gap-1.5">
                <Sides item={item} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {items.length < all && (
        <p className="text-label text-muted">
          {count(items.length)} of {count(all)} are listed. The command{' '}
          <code className="font-mono">leadline diff</code> lists all.
        </p>
      )}
    </section>
  );
}

function Sides({ item: { change, before, after } }: { item: Difference }) {
  if (change === 'changed') {
    return (
      <>
        {bytes(before?.size ?? 0)} → {bytes(after?.size ?? 0)}
      </>
    );
  }
  const isBoth = change === 'not_fetched' || (before && after);
  return (
    <>
      {(before || isBoth) && <Answer side={before} />}
      {isBoth && '→'}
      {(after || isBoth) && <Answer side={after} />}
    </>
  );
}

function Answer({ side }: { side: Difference['after'] }) {
  if (!side) return <span className="text-muted">not found</span>;
  return side.status === null ? <StateMark page={side} /> : <CodeMark code={side.status} />;
}
