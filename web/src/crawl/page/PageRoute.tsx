import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { use } from 'react';
import { NeighboursContext } from './neighbours';
import { PageSlideOver } from './PageSlideOver';

/** A page with an address of its own, over the table of pages. */
export function PageRoute() {
  const { id, pageId } = useParams({ from: '/crawls/$id/pages/$pageId' });
  const { part } = useSearch({ from: '/crawls/$id/pages/$pageId' });
  const navigate = useNavigate({ from: '/crawls/$id/pages/$pageId' });
  const neighbours = use(NeighboursContext);
  return (
    <PageSlideOver
      crawlId={id}
      pageId={pageId}
      neighbours={neighbours}
      part={part}
      onPart={(now) =>
        void navigate({ search: (before) => ({ ...before, part: now }), replace: true, resetScroll: false })
      }
      linkTo={(page) => ({ to: '/crawls/$id/pages/$pageId', params: { id, pageId: page }, search: true })}
      onGo={(page) =>
        void navigate({ params: { id, pageId: page }, search: true, replace: true, resetScroll: false })
      }
      onClose={() =>
        void navigate({
          to: '/crawls/$id/pages',
          params: { id },
          search: ({ part: _, ...rest }) => rest,
          resetScroll: false,
        })
      }
    />
  );
}
