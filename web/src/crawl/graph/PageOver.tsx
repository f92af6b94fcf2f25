import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { PageSlideOver } from '../page/PageSlideOver';

/** A page with an address of its own, over the graph. */
export function PageOver() {
  const { id, pageId } = useParams({ from: '/crawls/$id/graph/$pageId' });
  const { part } = useSearch({ from: '/crawls/$id/graph/$pageId' });
  const navigate = useNavigate({ from: '/crawls/$id/graph/$pageId' });
  return (
    <PageSlideOver
      crawlId={id}
      pageId={pageId}
      part={part}
      onPart={(now) =>
        void navigate({ search: (before) => ({ ...before, part: now }), replace: true, resetScroll: false })
      }
      linkTo={(page) => ({ to: '/crawls/$id/graph/$pageId', params: { id, pageId: page }, search: true })}
      onClose={() =>
        void navigate({
          to: '/crawls/$id/graph',
          params: { id },
          search: ({ part: _, ...rest }) => rest,
          resetScroll: false,
        })
      }
    />
  );
}
