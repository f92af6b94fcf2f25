import { useQuery } from '@tanstack/react-query';
import { Link, useMatchRoute, useParams } from '@tanstack/react-router';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { crawlQuery } from '~/api/queries';
import { siteOf } from '~/words/addresses';

/** Where one is: Crawls / example.org. */
export function Breadcrumb() {
  const match = useMatchRoute();
  const { id } = useParams({ strict: false });
  const isPlayground = match({ to: '/playground' }) !== false;
  const isHelp = match({ to: '/help' }) !== false;
  const isNew = match({ to: '/crawls/new' }) !== false;
  return (
    <nav aria-label="Where you are" className="min-w-0">
      <ol className="flex min-w-0 items-center gap-2 text-body">
        {isPlayground || isHelp ? (
          <li className="font-medium">{isHelp ? 'Help' : 'Playground'}</li>
        ) : (
          <li className="shrink-0">
            <Link
              to="/crawls"
              className={clsx('hover:underline', isNew || id ? 'text-muted' : 'font-medium')}
            >
              Crawls
            </Link>
          </li>
        )}
        {isNew && <Step>New</Step>}
        {!isNew && id && <CrawlStep id={id} />}
      </ol>
    </nav>
  );
}

function CrawlStep({ id }: { id: string }) {
  const { data } = useQuery({ ...crawlQuery(id), enabled: false });
  return (
    <Step>
      <Link to="/crawls/$id/progress" params={{ id }} className="block truncate hover:underline">
        <bdi>{data ? siteOf(data.submitted_url) : id.slice(0, 8)}</bdi>
      </Link>
    </Step>
  );
}

function Step({ children }: { children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-2 font-medium">
      <span aria-hidden="true" className="text-muted">
        /
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}
