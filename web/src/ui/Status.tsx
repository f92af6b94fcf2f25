import clsx from 'clsx';
import { type CrawlStatus, figureOf } from '~/words/pages';

type Look = readonly [icon: string, word: string, colour: string];

const CRAWLS: Record<CrawlStatus, Look> = {
  pending: ['○', 'Queued', 'text-muted'],
  running: ['◐', 'Running', 'text-running'],
  paused: ['‖', 'Paused', 'text-paused'],
  completed: ['✓', 'Done', 'text-done'],
  cancelled: ['–', 'Cancelled', 'text-muted'],
  failed: ['✕', 'Failed', 'text-failed'],
};

/** The word of a crawl's status, for sentences. */
export function wordOf(status: CrawlStatus): string {
  return CRAWLS[status][1];
}

/** A crawl's status: always icon, word and colour. */
export function StatusMark({ status, className }: { status: CrawlStatus; className?: string }) {
  return <Mark look={CRAWLS[status]} className={className} />;
}

/** A page's state: the same, with the word of the figure that counts it. */
export function StateMark({ page, className }: { page: Parameters<typeof figureOf>[0]; className?: string }) {
  const { icon, label, text } = figureOf(page);
  return <Mark look={[icon, label, text]} className={className} />;
}

function Mark({ look, className }: { look: Look; className?: string | undefined }) {
  const [icon, word, colour] = look;
  return (
    <span
      className={clsx('inline-flex items-baseline gap-1.5 font-medium whitespace-nowrap', colour, className)}
    >
      <span aria-hidden="true" className="inline-block w-3 text-center">
        {icon}
      </span>
      {word}
    </span>
  );
}

/** The status code of an answer, in digits and in colour. */
export function CodeMark({ code }: { code: number | null | undefined }) {
  if (code === null || code === undefined) return <span className="text-muted">–</span>;
  return <span className={clsx('font-mono', codeColour(code))}>{code}</span>;
}

function codeColour(code: number): string {
  if (code >= 400) return 'text-failed';
  return code >= 300 ? 'text-warning' : 'text-done';
}
