import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useBeginning } from '~/api/beginning';
import { wordsOf } from '~/api/problems';
import { aboutQuery } from '~/api/queries';
import { Button, buttonLook } from '~/ui/Button';
import { EmptyState } from '~/ui/States';
import { shortOf } from '~/words/addresses';
import { BloomOutline } from './BloomOutline';

/** Nothing yet: one sentence, one action, one example that needs no network. */
export function FirstUse() {
  const { data: about } = useQuery(aboutQuery);
  const beginning = useBeginning();
  const navigate = useNavigate();
  const demo = about?.demo_url;

  function tryDemo(url: string): void {
    beginning.mutate(
      { url },
      { onSuccess: ({ crawl_id }) => void navigate({ to: '/crawls/$id/graph', params: { id: crawl_id } }) },
    );
  }

  return (
    <EmptyState
      className="m-auto"
      picture={<BloomOutline />}
      title="Nothing surveyed yet. Give an address."
      actions={
        <>
          <Link to="/crawls/new" className={buttonLook(demo ? 'plain' : 'main')}>
            New crawl
          </Link>
          {demo && (
            <Button look="main" isBusy={beginning.isPending} onClick={() => tryDemo(demo)}>
              Try the demo site
            </Button>
          )}
        </>
      }
    >
      <p>
        Leadline follows the links of a site, politely, and draws them as it goes.
        {demo && (
          <>
            {' '}
            The demo site at <span className="font-mono text-label">{shortOf(demo)}</span> is on this machine,
            and needs no network.
          </>
        )}
      </p>
      {beginning.error && (
        <p role="alert" className="mt-2 text-failed">
          {wordsOf(beginning.error)}
        </p>
      )}
    </EmptyState>
  );
}
