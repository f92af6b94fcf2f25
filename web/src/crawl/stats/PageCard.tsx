import { Link } from '@tanstack/react-router';
import { AddressCell } from '~/ui/Table';
import { siteOf } from '~/words/addresses';
import { counted } from '~/words/figures';
import { useCrawl } from '../LiveContext';

interface PageCardProps {
  title: string;
  /** The property that they share. */
  note?: string;
  pages: readonly { id: string; url: string; figure?: string }[];
  empty: string;
  /** How many there are in all. */
  count?: number;
}

const SHOWN = 8;

/** A few pages that have something in common; each opens. */
export function PageCard({ title, note, pages, empty, count: all }: PageCardProps) {
  const { id, progress } = useCrawl();
  const site = siteOf(progress.submitted_url);
  return (
    <section className="card mb-4 flex min-w-0 break-inside-avoid flex-col gap-2 p-4">
      <div>
        <h2 className="flex items-baseline justify-between gap-2 text-section">
          {title}
          {all !== undefined && all > 0 && (
            <span className="text-label whitespace-nowrap text-muted">{counted(all, 'page')}</span>
          )}
        </h2>
        {note && pages.length > 0 && <p className="text-label text-muted">{note}</p>}
      </div>
      {pages.length === 0 && <p className="text-label text-muted">{empty}</p>}
      <ul className="flex flex-col">
        {pages.slice(0, SHOWN).map((page) => (
          <li key={page.id}>
            <Link
              to="/crawls/$id/pages/$pageId"
              params={{ id, pageId: page.id }}
              className="door -mx-2 flex min-h-7 items-center justify-between gap-3 rounded-control px-2 text-label"
            >
              <span className="min-w-0">
                <AddressCell address={page.url} site={site} />
              </span>
              <span className="shrink-0 font-medium">{page.figure}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
