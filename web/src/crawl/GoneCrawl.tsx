import { Link } from '@tanstack/react-router';
import { buttonLook } from '~/ui/Button';
import { EmptyState } from '~/ui/EmptyState';

/** Shown when the crawl was deleted meanwhile. */
export function GoneCrawl({ site }: { site: string }) {
  return (
    <EmptyState
      heading="h1"
      title={`The crawl of ${site} was deleted.`}
      actions={
        <Link to="/crawls" className={buttonLook('main')}>
          Show the crawls
        </Link>
      }
    >
      Its pages, links and texts were deleted with it.
    </EmptyState>
  );
}
