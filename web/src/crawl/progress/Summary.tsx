import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathOf } from '~/words/addresses';
import { mostlyIn } from '~/words/causes';
import { count, counted, duration } from '~/words/figures';
import { errorsQuery } from '../errors/query';
import { useCrawl } from '../LiveContext';
import { statsQuery } from '../queries';

/** What came of it, in a line: "4,812 pages in 11m 2s. 37 failed, 31 of them under /old. Deepest: 9 clicks." */
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
          <FailedWhere />.
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

/** Where most of what failed is: ", 31 of them under /old". How many is told when all of them are known. */
function FailedWhere() {
  const { id, progress } = useCrawl();
  const { data } = useQuery(errorsQuery(id));
  const known = data?.items.flatMap((group) => group.samples.map((sample) => sample.url)) ?? [];
  const folder = mostlyIn(known);
  if (!folder) return null;
  const inside = known.filter((url) => pathOf(url).startsWith(`${folder}/`)).length;
  return (
    <>
      ,{' '}
      <Link
        to="/crawls/$id/pages"
        params={{ id }}
        search={{ state: 'FAILED', search: `${folder}/` }}
        className="link"
      >
        {known.length >= progress.failed ? count(inside) : 'most'} of them under <bdi>{folder}</bdi>
      </Link>
    </>
  );
}
