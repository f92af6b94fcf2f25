import clsx from 'clsx';
import type { ReactNode } from 'react';

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
