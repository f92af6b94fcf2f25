import { Link } from '@tanstack/react-router';
import { LocateFixed, PanelRightOpen, X } from 'lucide-react';
import { Button, buttonLook, IconButton } from '~/ui/Button';
import { DepthChip } from '~/ui/Depth';
import { CodeMark, StateMark } from '~/ui/Status';
import { middleCut, pathOf, shortOf, siteOf } from '~/words/addresses';
import { counted } from '~/words/figures';
import { useCrawl } from '../../LiveContext';
import { written } from '../data/labels';
import type { Dot, PageNode } from '../data/survey';
import type { Choices } from '../useChoices';

const LONGEST = 120;

/** The selected dot, and its actions. */
export function Selected({ dot, near, choices }: { dot: Dot; near: number; choices: Choices }) {
  return (
    <section aria-label="Selected" className="floating flex w-full flex-col gap-2 p-3">
      <div className="flex items-start gap-2">
        <h2 className="line-clamp-2 min-w-0 flex-1 text-label font-semibold">
          <bdi>{written(dot.label) || dot.id}</bdi>
        </h2>
        <IconButton
          label="Deselect (Esc)"
          icon={<X size={16} aria-hidden="true" />}
          className="-mt-1.5 -mr-1.5"
          onClick={() => choices.change({ page: undefined })}
        />
      </div>
      {dot.page ? <OfPage page={dot.page} near={near} choices={choices} /> : <OfHost dot={dot} />}
    </section>
  );
}

function OfPage({ page, near, choices }: { page: PageNode; near: number; choices: Choices }) {
  const { id, progress } = useCrawl();
  const isOfSite = siteOf(page.url) === siteOf(progress.submitted_url);
  return (
    <>
      <p className="max-h-12 overflow-hidden font-mono text-caption break-all text-muted">
        <bdi dir="ltr">{middleCut(isOfSite ? pathOf(page.url) : shortOf(page.url), LONGEST)}</bdi>
      </p>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-label">
        <DepthChip depth={page.depth} />
        <StateMark page={page} />
        {page.status !== null && <CodeMark code={page.status} />}
      </p>
      <p className="text-label text-muted">
        {counted(page.in_degree, 'page')} {page.in_degree === 1 ? 'links' : 'link'} here ·{' '}
        {counted(near, 'neighbour')} shown
      </p>
      <div className="flex flex-wrap gap-2">
        <Link
          to="/crawls/$id/graph/$pageId"
          params={{ id, pageId: page.id }}
          search={true}
          resetScroll={false}
          className={buttonLook('main', 'small')}
        >
          <PanelRightOpen size={15} aria-hidden="true" />
          Open page
        </Link>
        {choices.root !== page.id && (
          <Button
            size="small"
            icon={<LocateFixed size={15} aria-hidden="true" />}
            onClick={() => choices.change({ root: page.id })}
          >
            Centre on it
          </Button>
        )}
      </div>
    </>
  );
}

function OfHost({ dot }: { dot: Dot }) {
  const { id } = useCrawl();
  return (
    <p className="text-label">
      <Link to="/crawls/$id/pages" params={{ id }} search={{ host: dot.id }} className="link">
        {counted(dot.weight, 'page')}
      </Link>
    </p>
  );
}
