import { Link } from '@tanstack/react-router';
import { isOver } from '~/api/queries';
import { BloomOutline } from '~/ui/BloomOutline';
import { Late } from '~/ui/Skeleton';
import { useCrawl } from '../../LiveContext';
import type { Survey } from '../data/survey';

/** Before the picture is there. */
export function Coming() {
  return (
    <Late>
      <div role="status" aria-label="Drawing" className="absolute inset-0 flex items-center justify-center">
        <span className="breathe">
          <BloomOutline />
        </span>
      </div>
    </Late>
  );
}

/** A single page makes no graph. */
export function Lonely({ survey }: { survey: Survey }) {
  const { progress } = useCrawl();
  if (survey.dots.length > 1) return null;
  return (
    <p className="pointer-events-none absolute inset-x-4 top-[60%] text-center text-body text-muted">
      {isOver(progress.status)
        ? 'Only this page was found: no link of it leads further.'
        : 'Only the first page is known yet. Others appear here as they are found.'}
    </p>
  );
}

/** Why the picture is plain, and what tells the same. */
export function NoWebGl({ reason }: { reason: string }) {
  const { id } = useCrawl();
  return (
    <div role="note" className="floating flex max-w-md flex-col gap-1 p-3 text-label">
      <p className="font-semibold">This browser draws without WebGL.</p>
      <p className="text-muted">
        <bdi>{reason.slice(0, 200)}</bdi>. The picture is plain, and of at most 3,000 pages.
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
