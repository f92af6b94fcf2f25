import { Link } from '@tanstack/react-router';
import { buttonLook } from '~/ui/Button';
import { EmptyState } from '~/ui/States';

/** Somebody deleted the crawl while it was shown. */
export function GoneCrawl({ site }: { site: string }) {
  return (
    <EmptyState
      heading="h1"
      title={`The crawl of ${site} is no more.`}
      actions={
        <Link to="/crawls" className={buttonLook('main')}>
          Show the crawls
        </Link>
      }
    >
      It was deleted, with all that was kept of it.
    </EmptyState>
  );
}
