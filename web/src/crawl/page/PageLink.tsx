import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { middleCut, pathOf, siteOf } from '~/words/addresses';
import { useCrawl } from '../LiveContext';
import { usePagePlace } from './PageContext';

const LONGEST = 300;

/** The address of another page of the crawl, of the site itself only the path; shows that page here. */
export function PageLink({ pageId, url, className }: { pageId: string; url: string; className?: string }) {
  const { linkTo } = usePagePlace();
  const site = siteOf(useCrawl().progress.submitted_url);
  const words = siteOf(url) === site ? pathOf(url) : url;
  return (
    <Link
      {...linkTo(pageId)}
      resetScroll={false}
      title={middleCut(url, LONGEST)}
      className={clsx('link font-mono text-label break-all', className)}
    >
      <bdi dir="ltr">{middleCut(words, LONGEST)}</bdi>
    </Link>
  );
}
