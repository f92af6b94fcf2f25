import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ErrorState } from '~/parts/problems/ErrorState';
import { EmptyState } from '~/ui/EmptyState';
import { Choice } from '~/ui/Field';
import { SkeletonRows } from '~/ui/Skeleton';
import { count, counted, exactly } from '~/words/figures';
import { sentence } from '~/words/sentences';
import { useCrawl } from '../LiveContext';
import { Kind } from './Kind';
import { type Change, diffQuery, earlierQuery } from './queries';

/** The last is apart: it says nothing about the site. */
const KINDS: readonly Change[] = ['gone', 'status', 'changed', 'new', 'not_fetched'];

/** The pages that are new, gone or changed since an earlier crawl of the same address. */
export function DiffTab() {
  const { id, progress } = useCrawl();
  const search = useSearch({ from: '/crawls/$id/changes' });
  const navigate = useNavigate({ from: '/crawls/$id/changes' });
  const { data: earlier } = useQuery(earlierQuery(progress));
  const chosen = search.with ?? earlier?.[0]?.crawl_id;
  const diff = useQuery({ ...diffQuery(id, chosen ?? ''), enabled: chosen !== undefined });

  if (earlier?.length === 0 && !chosen) {
    return (
      <EmptyState title="There is no earlier crawl to compare with.">
        This is the first crawl of this address. Crawl it again later to see what has changed.
      </EmptyState>
    );
  }
  return (
    <div className="mx-auto flex w-full max-w-[1440px] flex-col gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        {earlier && chosen && (
          <Choice
            label="Compared with the crawl of"
            value={chosen}
            options={earlier.map((crawl) => [
              crawl.crawl_id,
              `${exactly(new Date(crawl.created_at))} · ${count(crawl.figures.fetched)} fetched`,
            ])}
            onChange={(now) => void navigate({ search: { with: now }, replace: true })}
          />
        )}
        {diff.data && <p className="pb-2 text-muted">{counted(diff.data.counts.same, 'page')} unchanged</p>}
      </div>
      {diff.data && diff.data.warnings.length > 0 && <Warnings warnings={diff.data.warnings} />}
      {diff.error && (
        <ErrorState
          error={diff.error}
          what="The changes"
          still="Neither crawl is affected."
          onRetry={() => void diff.refetch()}
        />
      )}
      {!diff.data && !diff.error && <SkeletonRows className="card" />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {diff.data &&
          KINDS.map((kind) => (
            <Kind
              key={kind}
              kind={kind}
              count={diff.data.counts[kind]}
              items={diff.data.items.filter((item) => item.change === kind)}
              earlier={diff.data.before}
            />
          ))}
      </div>
    </div>
  );
}

/** Warnings about differences that do not come from the site. */
function Warnings({ warnings }: { warnings: readonly string[] }) {
  return (
    <ul aria-label="Warnings" className="card flex flex-col gap-1 border-warning px-4 py-3">
      {warnings.map((warning) => (
        <li key={warning} className="flex gap-2">
          <span aria-hidden="true" className="text-warning">
            !
          </span>
          <bdi className="min-w-0">{sentence(warning)}</bdi>
        </li>
      ))}
    </ul>
  );
}
