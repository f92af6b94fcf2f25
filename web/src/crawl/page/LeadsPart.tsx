import { useInfiniteQuery } from '@tanstack/react-query';
import { ErrorState } from '~/parts/problems/ErrorState';
import { Button } from '~/ui/Button';
import { Tag } from '~/ui/Chip';
import { SkeletonRows } from '~/ui/Skeleton';
import { CodeMark, StateMark } from '~/ui/Status';
import { middleCut } from '~/words/addresses';
import { count } from '~/words/figures';
import { usePagePlace } from './PageContext';
import { PageLink } from './PageLink';
import { type Direction, type LeadEnd, leadsQuery, type PageDetails } from './queries';

const NONE: Record<Direction, string> = { in: 'No page links to it.', out: 'It has no links.' };
const LONGEST = 300;

/** The links to a page, or the links on it, each with its text. */
export function LeadsPart({ page, direction }: { page: PageDetails; direction: Direction }) {
  const { crawlId } = usePagePlace();
  const query = useInfiniteQuery(leadsQuery(crawlId, page.id, direction));
  const leads = query.data?.pages.flatMap((some) => some.items) ?? [];
  const left = (query.data?.pages[0]?.count ?? 0) - leads.length;
  if (query.error) {
    return <ErrorState error={query.error} what="The links" onRetry={() => void query.refetch()} />;
  }
  if (query.isPending) return <SkeletonRows />;
  if (leads.length === 0) return <p className="text-muted">{NONE[direction]}</p>;
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col">
        {leads.map((lead) => (
          <Lead key={lead.id} lead={lead} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          className="self-start"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more of {count(left)}
        </Button>
      )}
    </div>
  );
}

function Lead({ lead }: { lead: LeadEnd }) {
  return (
    <li className="flex flex-col gap-1 border-b border-line py-2 last:border-b-0">
      <div className="flex items-baseline gap-2">
        <bdi className="line-clamp-2 min-w-0 flex-1">
          {lead.anchor.trim() ? middleCut(lead.anchor, LONGEST) : <span className="text-muted">no text</span>}
        </bdi>
        {lead.redirect && <Tag>redirect</Tag>}
        {lead.rel.slice(0, 3).map((rel) => (
          <Tag key={rel}>{middleCut(rel, 20)}</Tag>
        ))}
        <span className="flex shrink-0 items-baseline gap-2 text-label">
          {lead.status === null ? <StateMark page={lead} /> : <CodeMark code={lead.status} />}
        </span>
      </div>
      <PageLink pageId={lead.id} url={lead.url} />
    </li>
  );
}
