import type { Progress } from '~/api/queries';
import { useRemoval } from '~/api/steering';
import { toast } from '~/state/toasts';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { siteOf } from '~/words/addresses';
import { counted } from '~/words/figures';

interface DeleteDialogProps {
  crawl: Progress;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says what will be gone before it is. */
export function DeleteDialog({ crawl, onClose, onDeleted }: DeleteDialogProps) {
  const removal = useRemoval(crawl.crawl_id);
  const site = siteOf(crawl.submitted_url);
  const pages = counted(crawl.figures.found, 'page');

  function remove(): void {
    // Not by the callbacks of `mutate`: the row of the list may be unmounted by then.
    removal.mutateAsync().then(
      () => {
        toast(`Deleted ${site} and ${pages}.`);
        onClose();
        onDeleted?.();
      },
      () => undefined,
    );
  }

  return (
    <Dialog
      title={`Delete ${site}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" isBusy={removal.isPending} onClick={remove}>
            <span className="max-w-64 truncate">
              Delete {site} and {pages}
            </span>
          </Button>
        </>
      }
    >
      <p>
        This deletes {pages}, {counted(crawl.leads, 'link')} and their texts. It cannot be undone.
      </p>
    </Dialog>
  );
}
