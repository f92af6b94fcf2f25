import { useQuery } from '@tanstack/react-query';
import { isOver } from '~/api/queries';
import { ErrorState } from '~/parts/problems/ErrorState';
import { StaleNote } from '~/parts/problems/StaleNote';
import { EmptyState } from '~/ui/EmptyState';
import { SkeletonRows } from '~/ui/Skeleton';
import { useCrawl } from '../LiveContext';
import { Cause } from './Cause';
import { NotFetched } from './NotFetched';
import { errorsQuery } from './query';

const LOOK_MS = 5_000;
/** Where there are few causes, there is room for more of each. */
const FEW = 2;
const SHOWN = 3;
const SHOWN_OF_FEW = 8;

/** The pages that failed, one card for each cause. */
export function ErrorsTab() {
  const { id, progress } = useCrawl();
  const isDone = isOver(progress.status);
  const { data, error, refetch, dataUpdatedAt, isPending } = useQuery({
    ...errorsQuery(id),
    refetchInterval: isDone ? false : LOOK_MS,
  });
  return (
    <div className="mx-auto flex w-full max-w-[1440px] flex-col gap-4 p-4 sm:p-6">
      {isPending && <SkeletonRows className="card" />}
      {error && !data && (
        <ErrorState
          error={error}
          what="The errors"
          still="The crawl itself is not affected."
          onRetry={() => void refetch()}
        />
      )}
      {error && data && <StaleNote error={error} since={dataUpdatedAt} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && (
        <EmptyState title={isDone ? 'No page failed.' : 'No page has failed so far.'} />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {data?.items.map((group) => (
          <Cause
            key={`${group.error} ${group.status}`}
            group={group}
            shown={data.items.length > FEW ? SHOWN : SHOWN_OF_FEW}
          />
        ))}
        <NotFetched />
      </div>
    </div>
  );
}
