import { middleCut } from '~/words/addresses';
import { counted } from '~/words/figures';
import { PageLink } from './PageLink';
import type { PageDetails } from './queries';

const LONGEST = 120;

/** A shortest way there, click by click. */
export function PathPart({ page }: { page: PageDetails }) {
  const [first] = page.path;
  if (!first) {
    const isRoot = page.found_by === 'root';
    return (
      <p className="text-muted">
        {isRoot ? 'The crawl started here.' : 'No path from the first page is known.'}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <p className="text-label text-muted">
        {counted(page.path.length, 'step')} from{' '}
        {page.found_by === 'sitemap' ? 'a page that a sitemap lists' : 'the first page'}
      </p>
      <ol className="flex flex-col gap-1">
        <li>
          <PageLink pageId={first.source_id} url={first.source} />
        </li>
        {page.path.map((step) => (
          <li key={step.target_id} className="flex flex-col gap-1">
            <span className="ml-1 flex gap-2 border-l-2 border-line py-1 pl-3 text-label text-muted">
              <bdi className="line-clamp-2">{middleCut(step.anchor.trim(), LONGEST) || 'no text'}</bdi>
            </span>
            <PageLink pageId={step.target_id} url={step.target} />
          </li>
        ))}
      </ol>
    </div>
  );
}
