import clsx from 'clsx';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ProblemError, requestIdOf, wordsOf } from '~/api/problems';
import { timeOfDay } from '~/words/figures';
import { Button } from './Button';

interface EmptyStateProps {
  /** One sentence. */
  title: string;
  children?: ReactNode;
  /** One action, or the filters that emptied it. */
  actions?: ReactNode;
  picture?: ReactNode;
  className?: string;
  /** `h1` where it is all that the page has. */
  heading?: 'p' | 'h1';
}

/** Nothing here yet, or nothing that matches. */
export function EmptyState({
  title,
  children,
  actions,
  picture,
  className,
  heading: Heading = 'p',
}: EmptyStateProps) {
  return (
    <div className={clsx('flex flex-col items-center gap-3 px-6 py-12 text-center', className)}>
      {picture}
      <Heading className="text-section">{title}</Heading>
      {children && <div className="max-w-prose text-muted">{children}</div>}
      {actions && <div className="mt-1 flex max-w-full flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

interface ErrorStateProps {
  error: unknown;
  /** What could not be shown: "The pages of this crawl". */
  what: string;
  /** What is still true: "The crawl goes on; only this view lost contact." */
  still?: string;
  onRetry?: () => void;
  /** `h1` where it is all that the page has. */
  heading?: 'p' | 'h1';
}

/**
 * What failed, what still holds, under which id the server's log has it, and a way on.
 *
 * Nothing where a key is wanted: the dialog that asks for it says so, and loads all again.
 */
export function ErrorState({ error, what, still, onRetry, heading: Heading = 'p' }: ErrorStateProps) {
  const id = requestIdOf(error);
  if (error instanceof ProblemError && error.status === 401) return null;
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <Heading className="text-section">
        <span aria-hidden="true" className="mr-2 text-failed">
          ✕
        </span>
        {what} could not be shown
      </Heading>
      <p className="max-w-prose">{wordsOf(error)}</p>
      {still && <p className="max-w-prose text-muted">{still}</p>}
      {id && (
        <p className="text-caption text-muted">
          Request <code className="font-mono select-all">{id}</code>
        </p>
      )}
      {onRetry && (
        <Button className="mt-2" icon={<RotateCw size={16} aria-hidden="true" />} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}

interface StaleNoteProps {
  error: unknown;
  /** When what is shown was true. */
  since: number;
  onRetry: () => void;
}

/** Old figures stay; this says from when they are. */
export function StaleNote({ error, since, onRetry }: StaleNoteProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-raised px-3 py-1.5 text-label"
    >
      <span className="text-warning" aria-hidden="true">
        !
      </span>
      <span>
        From {timeOfDay(new Date(since))}. {wordsOf(error)}
      </span>
      <Button look="quiet" size="small" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
