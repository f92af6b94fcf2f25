import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { count, counted, duration } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import { statsQuery } from '../queries';

/** What came of it, in a line: "4,812 pages in 11m 2s. 37 failed. Deepest: 9 clicks." */
export function Summary() {
  const { id, progress } = useCrawl();
  const { data: stats } = useQuery(statsQuery(id));
  const deepest = stats?.max_depth_reached;
  return (
    <p className="text-section font-normal">
      <Link to="/crawls/$id/pages" params={{ id }} search={{ state: 'COMPLETED' }} className="link">
        {counted(progress.completed + 1, 'page')}
      </Link>{' '}
      in {duration(progress.duration_s)}.{' '}
      {progress.failed > 0 ? (
        <>
          <Link to="/crawls/$id/errors" params={{ id }} className="link">
            {count(progress.failed)} failed
          </Link>
          .
        </>
      ) : (
        'None failed.'
      )}{' '}
      {deepest !== undefined && (
        <>
          Deepest:{' '}
          <Link to="/crawls/$id/pages" params={{ id }} search={{ depth: deepest }} className="link">
            {counted(deepest, 'click')}
          </Link>
          .
        </>
      )}
    </p>
  );
}
