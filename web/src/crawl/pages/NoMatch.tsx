import { useNavigate, useSearch } from '@tanstack/react-router';
import { isOver } from '~/api/queries';
import { Button } from '~/ui/Button';
import { EmptyState } from '~/ui/EmptyState';
import { useCrawl } from '../LiveContext';
import { changed, filtersOf, unfiltered } from './filters';

/** Says which filters left nothing over, and takes each away. */
export function NoMatch() {
  const { progress } = useCrawl();
  const search = useSearch({ from: '/crawls/$id/pages' });
  const navigate = useNavigate({ from: '/crawls/$id/pages' });
  const filters = filtersOf(search);
  const isRunning = !isOver(progress.status);
  return (
    <EmptyState
      title={`No pages match ${filters.map((each) => each.words).join(' · ')}`}
      actions={
        <>
          {filters.length > 1 &&
            filters.map(({ name, words }) => (
              <Button
                key={name}
                className="max-w-full"
                onClick={() => void navigate({ search: changed(search, { [name]: undefined }) })}
              >
                <span className="truncate">Clear {words}</span>
              </Button>
            ))}
          <Button look="main" onClick={() => void navigate({ search: unfiltered(search) })}>
            Show all pages
          </Button>
        </>
      }
    >
      {isRunning && 'The crawl is still running: pages that match will appear here.'}
    </EmptyState>
  );
}
