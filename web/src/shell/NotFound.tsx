import { Link } from '@tanstack/react-router';
import { buttonLook } from '~/ui/Button';
import { EmptyState } from '~/ui/EmptyState';
import { useTitle } from '~/ui/useTitle';

export function NotFound() {
  useTitle('Nothing here');
  return (
    <EmptyState
      heading="h1"
      title="There is nothing at this address."
      actions={
        <Link to="/crawls" className={buttonLook('main')}>
          Show the crawls
        </Link>
      }
    />
  );
}
