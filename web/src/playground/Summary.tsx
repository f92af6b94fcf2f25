import { Link } from '@tanstack/react-router';
import { Waypoints } from 'lucide-react';
import { apiKey } from '~/api/key';
import { Ago } from '~/ui/Ago';
import { buttonLook } from '~/ui/Button';
import { CopyAs } from '~/ui/CopyAs';
import { CodeMark } from '~/ui/Status';
import { ForeignText } from '~/ui/Table';
import { WebLink } from '~/ui/WebLink';
import { bytes } from '~/words/figures';
import { typeName } from '~/words/types';
import { asCurl, asPython } from './copies';
import type { ScrapedPage } from './scrape-history';
import type { Field } from './search';

interface SummaryProps {
  page: ScrapedPage;
  at: number;
  fields: readonly Field[];
}

/** The answer in short, and how to get it by program. */
export function Summary({ page, at, fields }: SummaryProps) {
  const choice = { url: page.url, fields };
  return (
    <div className="flex flex-col gap-3 p-4">
      <div className="flex min-w-0 items-baseline gap-3">
        <CodeMark code={page.statusCode} />
        <h2 className="min-w-0 text-section">
          {page.title.trim() ? <ForeignText text={page.title} /> : 'Without a title'}
        </h2>
      </div>
      <p className="max-h-24 overflow-y-auto">
        <WebLink address={page.finalUrl} />
      </p>
      <p className="text-label text-muted">
        {[typeName(page.contentType), bytes(page.size), page.encoding].filter(Boolean).join(' · ')} ·{' '}
        <Ago at={at} />
      </p>
      {[page.truncated, page.parse].filter(Boolean).map((why) => (
        <p key={why} className="text-label text-warning">
          ! Not the whole page: {why}.
        </p>
      ))}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link
          to="/crawls/new"
          search={{ url: page.url, ...(fields.length > 0 && { keep: 'html' as const }) }}
          className={buttonLook('plain', 'small')}
        >
          <Waypoints size={14} aria-hidden="true" />
          Use in a crawl
        </Link>
        <CopyAs
          forms={[
            ['curl', () => asCurl(choice, location.origin, apiKey() !== null)],
            ['Python', () => asPython(choice, location.origin)],
          ]}
        />
      </div>
    </div>
  );
}
