import { useNavigate, useParams } from '@tanstack/react-router';
import { PageSlideOver } from './PageSlideOver';

/** A page with an address of its own, over the table of pages. */
export function PageRoute() {
  const { id, pageId } = useParams({ from: '/crawls/$id/pages/$pageId' });
  const navigate = useNavigate();
  return (
    <PageSlideOver
      crawlId={id}
      pageId={pageId}
      onClose={() => void navigate({ to: '/crawls/$id/pages', params: { id }, search: true })}
    />
  );
}
