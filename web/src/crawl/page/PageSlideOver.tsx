import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState } from '~/parts/problems/ErrorState';
import { Dialog } from '~/ui/Dialog';
import { middleCut, pathOf } from '~/words/addresses';
import type { Neighbours } from './neighbours';
import { PageBody } from './PageBody';
import { PageContext } from './PageContext';
import { PageSkeleton } from './PageSkeleton';
import { PageTools } from './PageTools';
import { pageQuery } from './queries';
import type { Part } from './search';

interface PageSlideOverProps {
  crawlId: string;
  pageId: string;
  /** Where other pages are shown: links, redirects, the way from the root. */
  linkTo: (pageId: string) => LinkProps;
  onClose: () => void;
  part?: Part | undefined;
  onPart: (part: Part) => void;
  /** In the list it was opened from, if that was one. */
  neighbours?: Neighbours;
  onGo?: (pageId: string) => void;
}

const TITLE = 200;
const WAITING_MS = 3_000;

/** A page of a crawl, over whatever showed it: the table, or the graph. */
export function PageSlideOver(props: PageSlideOverProps) {
  const { crawlId, pageId, linkTo, onClose, part, onPart, neighbours = {}, onGo } = props;
  const { data, error, refetch } = useQuery({
    ...pageQuery(crawlId, pageId),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.state) ? WAITING_MS : false),
  });
  // Another page is read from its beginning.
  useEffect(() => document.getElementById(topOf(pageId))?.focus(), [pageId]);

  const title = data ? middleCut(data.title?.trim() || pathOf(data.url), TITLE) : 'Page';
  const tools = (
    <PageTools crawlId={crawlId} pageId={pageId} url={data?.url} neighbours={neighbours} onGo={onGo} />
  );
  return (
    <Dialog title={title} place="side" onClose={onClose} tools={tools}>
      <div id={topOf(pageId)} tabIndex={-1} className="outline-none" />
      <PageContext value={{ crawlId, linkTo }}>
        {data && <PageBody key={pageId} page={data} part={part} onPart={onPart} />}
      </PageContext>
      {!data && error && (
        <ErrorState
          error={error}
          what="This page"
          still="The crawl itself is not affected."
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <PageSkeleton />}
    </Dialog>
  );
}

function topOf(pageId: string): string {
  return `top-of-page-${pageId}`;
}

function isUnderWay(state: string | undefined): boolean {
  return state === 'PENDING' || state === 'IN-PROGRESS';
}
