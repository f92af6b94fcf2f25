import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { pathOf } from '~/words/addresses';
import { mostlyIn } from '~/words/causes';
import { count, counted, duration } from '~/words/figures';
import { errorsQuery } from '../errors/query';
import { useCrawl } from '../LiveContext';
import { deepestQuery } from './queries';

/** The result in a line: "4,812 pages fetched in 11m 2s. 37 failed, 31 of them under /old. Deepest: 9 clicks." */
export function Summary() {
  const { id, progress } = useCrawl();
  const { fetched, failed } = progress.figures;
  const { data: deepest } = useQuery(deepestQuery(id, fetched));
  return (
    <p aria-label="Summary" role="note" className="text-section font-normal">
      <Link to="/crawls/$id/pages" params={{ id }} search={{ state: 'FETCHED' }} className="link">
        {counted(fetched, 'page')} fetched
      </Link>{' '}
      in {duration(progress.duration_s)}.{' '}
      {failed > 0 ? (
        <>
          <Link to="/crawls/$id/errors" params={{ id }} className="link">
            {count(failed)} failed
          </Link>
          <FailedWhere />.
        </>
      ) : (
        'None failed.'
      )}{' '}
      {typeof deepest === 'number' && (
        <>
          Deepest:{' '}
          <Link
            to="/crawls/$id/pages"
            params={{ id }}
            search={{ state: 'FETCHED', depth: deepest }}
            className="link"
          >
            {counted(deepest, 'click')}
          </Link>
          .
        </>
      )}
    </p>
  );
}

/** The folder of most failed pages: ", 31 of them under /old"; without the figure where not all of them are known. */
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
        {known.length >= progress.figures.failed ? count(inside) : 'most'} of them under <bdi>{folder}</bdi>
      </Link>
    </>
  );
}
