import { useQuery } from '@tanstack/react-query';
import { optionsQuery } from '~/api/queries';
import { ErrorState } from '~/parts/problems/ErrorState';
import { Dialog } from '~/ui/Dialog';
import { SkeletonRows } from '~/ui/Skeleton';
import { ChangeForm } from './ChangeForm';
import { useCrawl } from './LiveContext';

/** Changes pace, patterns and limits while the crawl runs. */
export function ChangeDialog({ onClose }: { onClose: () => void }) {
  const { id } = useCrawl();
  const options = useQuery(optionsQuery(id));
  return (
    <Dialog title="Change pace, patterns and limits" onClose={onClose}>
      {options.isPending && <SkeletonRows rows={4} />}
      {options.error && !options.data && (
        <ErrorState
          error={options.error}
          what="The options of this crawl"
          onRetry={() => void options.refetch()}
        />
      )}
      {options.data && <ChangeForm options={options.data} onClose={onClose} />}
    </Dialog>
  );
}
