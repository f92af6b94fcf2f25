import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { Ago } from '~/ui/Ago';
import { CodeMark } from '~/ui/Status';
import { AddressCell } from '~/ui/Table';
import { withoutUndefined } from '~/words/search';
import type { Scrape } from './scrape-history';

/** The scrapes of this tab. Each is a link to its stored answer and fetches nothing. */
export function History({ scrapes, url }: { scrapes: readonly Scrape[]; url: string | undefined }) {
  return (
    <details className="group">
      <summary className="flex min-h-11 list-none items-center gap-2 px-4 py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight size={16} aria-hidden="true" className="shrink-0 text-muted group-open:rotate-90" />
        <span className="font-medium">History</span>
        <span className="text-label text-muted">{scrapes.length}</span>
      </summary>
      <ol className="flex flex-col px-2 pb-3">
        {scrapes.map((each) => (
          <li key={each.url}>
            <Link
              to="/playground"
              search={withoutUndefined({ url: each.url, fields: each.fields })}
              aria-current={each.url === url ? 'true' : undefined}
              className={clsx(
                'door grid min-h-8 grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-2 rounded-control px-2 text-label',
                each.url === url && 'bg-soft',
              )}
            >
              {each.status === null ? (
                <span role="img" aria-label="failed" className="text-failed">
                  ✕
                </span>
              ) : (
                <CodeMark code={each.status} />
              )}
              <AddressCell address={each.url} />
              <span className="text-caption text-muted">
                <Ago at={each.at} />
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </details>
  );
}
