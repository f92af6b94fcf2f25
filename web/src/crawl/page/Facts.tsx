import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { bytes, counted } from '~/words/figures';
import { usePagePlace } from './PageContext';
import { PageLink } from './PageLink';
import type { PageDetails } from './queries';

const FOUND_BY = {
  root: 'the start of the crawl',
  link: 'a link on',
  redirect: 'a redirect of',
  sitemap: 'a sitemap',
};

/** Other facts about a page, one per line. */
export function Facts({ page }: { page: PageDetails }) {
  const same = page.duplicates?.length ?? 0;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-label">
      <Fact name="Found by">
        {FOUND_BY[page.found_by]}{' '}
        {page.found_on && page.found_on_url && <PageLink pageId={page.found_on} url={page.found_on_url} />}
      </Fact>
      {page.content_type && <Fact name="Type">{page.content_type}</Fact>}
      {page.size !== null && <Fact name="Size">{bytes(page.size)}</Fact>}
      {page.truncated && <Fact name="Truncated">{page.truncated}</Fact>}
      {page.parse && <Fact name="Parsing">{page.parse}</Fact>}
      {page.ip && (
        <Fact name="IP address">
          <span className="font-mono">{page.ip}</span>
        </Fact>
      )}
      {same > 0 && page.content_hash && <SameBytes hash={page.content_hash} count={same} />}
    </dl>
  );
}

function SameBytes({ hash, count }: { hash: string; count: number }) {
  const { crawlId } = usePagePlace();
  return (
    <Fact name="Exact duplicates">
      <Link to="/crawls/$id/pages" params={{ id: crawlId }} search={{ content_hash: hash }} className="link">
        {count >= 10 ? '10 or more other pages' : counted(count, 'other page')}
      </Link>
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}
