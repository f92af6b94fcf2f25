import type { Progress } from '~/api/queries';
import { useRemoval } from '~/api/steering';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { toast } from '~/ui/toasts';
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
    // Not by what `mutate` calls back: the row of the list that asked may be gone by then.
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
        All that is kept of this crawl goes: {pages}, {counted(crawl.leads, 'link')} and their texts. It
        cannot be undone.
      </p>
    </Dialog>
  );
}
