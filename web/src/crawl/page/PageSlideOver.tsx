import { Dialog } from '~/ui/Dialog';
import { EmptyState } from '~/ui/States';

interface PageSlideOverProps {
  crawlId: string;
  pageId: string;
  onClose: () => void;
}

/** A page of a crawl, over whatever showed it: the table, or the graph. */
export function PageSlideOver({ pageId, onClose }: PageSlideOverProps) {
  return (
    <Dialog title={`Page ${pageId}`} place="side" onClose={onClose}>
      <EmptyState title="Page: on its way." />
    </Dialog>
  );
}
