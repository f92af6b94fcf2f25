import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { middleCut, pathOf, shortOf, siteOf } from '~/words/addresses';
import { count } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import type { FailedSample } from './query';

const LONGEST = 60;

/** The pages that link to a page that failed, where the link can be mended: "Linked from /a, /b and 7 more". */
export function LinkedFrom({ sample }: { sample: FailedSample }) {
  const { id, progress } = useCrawl();
  const site = siteOf(progress.submitted_url);
  const more = sample.links_in - sample.linked_from.length;
  if (sample.linked_from.length === 0) return null;
  return (
    <p className="pb-1.5 text-label text-muted">
      Linked from{' '}
      {sample.linked_from.map((page, place) => (
        <Fragment key={page.id}>
          {place > 0 && ', '}
          <Link
            to="/crawls/$id/pages/$pageId"
            params={{ id, pageId: page.id }}
            title={page.anchor && `“${middleCut(page.anchor, LONGEST)}”`}
            className="link inline-block min-h-6 font-mono leading-6 break-all"
          >
            <bdi dir="ltr">
              {middleCut(siteOf(page.url) === site ? pathOf(page.url) : shortOf(page.url), LONGEST)}
            </bdi>
          </Link>
        </Fragment>
      ))}
      {more > 0 && (
        <>
          {' and '}
          <Link
            to="/crawls/$id/pages/$pageId"
            params={{ id, pageId: sample.id }}
            search={{ part: 'in' }}
            className="link inline-block min-h-6 leading-6"
          >
            {count(more)} more
          </Link>
        </>
      )}
    </p>
  );
}
