import { useQuery } from '@tanstack/react-query';
import { Dialog } from '~/ui/Dialog';
import { SkeletonRows } from '~/ui/Skeleton';
import { ErrorState } from '~/ui/States';
import { ChangeForm } from './ChangeForm';
import { useCrawl } from './LiveContext';
import { optionsQuery } from './queries';

/** Changes pace, patterns and limits while the crawl runs. */
export function ChangeDialog({ onClose }: { onClose: () => void }) {
  const { id } = useCrawl();
  const options = useQuery(optionsQuery(id));
  return (
    <Dialog title="Change pace, patterns and limits" onClose={onClose}>
      {options.isPending && <SkeletonRows rows={4} />}
      {options.error && !options.data && (
        <ErrorState error={options.error} what="What holds now" onRetry={() => void options.refetch()} />
      )}
      {options.data && <ChangeForm options={options.data} onClose={onClose} />}
    </Dialog>
  );
}
