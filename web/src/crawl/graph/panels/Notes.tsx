import { Link } from '@tanstack/react-router';
import { isOver } from '~/api/queries';
import { BloomOutline } from '~/ui/BloomOutline';
import { AfterDelay } from '~/ui/Skeleton';
import { useCrawl } from '../../LiveContext';
import type { Survey } from '../data/survey';

/** Before the picture is there. */
export function DrawingNote() {
  return (
    <AfterDelay>
      <div role="status" aria-label="Drawing" className="absolute inset-0 flex items-center justify-center">
        <span className="breathe">
          <BloomOutline />
        </span>
      </div>
    </AfterDelay>
  );
}

/** A single page makes no graph. */
export function SinglePageNote({ survey }: { survey: Survey }) {
  const { progress } = useCrawl();
  if (survey.dots.length > 1) return null;
  return (
    <p className="pointer-events-none absolute inset-x-4 top-[60%] text-center text-body text-muted">
      {isOver(progress.status)
        ? 'Only this page was found: it links to no other page.'
        : 'Only the first page is known so far. Others appear here as they are found.'}
    </p>
  );
}

/** Why the picture is simple, with links to the outline and the table. */
export function NoWebGl({ reason }: { reason: string }) {
  const { id } = useCrawl();
  return (
    <div role="note" className="floating flex max-w-md flex-col gap-1 p-3 text-label">
      <p className="font-semibold">This browser draws without WebGL.</p>
      <p className="text-muted">
        <bdi>{reason.slice(0, 200)}</bdi>. The picture is simpler and shows at most 3,000 pages.
      </p>
      <p className="flex gap-3">
        <Link
          to="/crawls/$id/graph"
          params={{ id }}
          search={(all) => ({ ...all, as: 'outline' as const })}
          className="link"
        >
          As an outline
        </Link>
        <Link
          to="/crawls/$id/graph"
          params={{ id }}
          search={(all) => ({ ...all, as: 'table' as const })}
          className="link"
        >
          As a table
        </Link>
      </p>
    </div>
  );
}
