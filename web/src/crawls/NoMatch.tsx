import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '~/ui/Button';
import { EmptyState } from '~/ui/EmptyState';
import { wordOf } from '~/ui/Status';

/** Says which filter emptied the list, and takes it away. */
export function NoMatch() {
  const { status, search } = useSearch({ from: '/crawls' });
  const navigate = useNavigate({ from: '/crawls' });
  const filters = [status && wordOf(status), search && `“${search}”`].filter(Boolean);
  return (
    <EmptyState
      title={`No crawls match ${filters.join(' · ')}.`}
      actions={
        <>
          {status && search && (
            <Button onClick={() => void navigate({ search: { search }, replace: true })}>
              Clear {wordOf(status)}
            </Button>
          )}
          <Button onClick={() => void navigate({ search: {}, replace: true })}>Clear all</Button>
        </>
      }
    />
  );
}
