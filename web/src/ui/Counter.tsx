import { Link, type LinkProps } from '@tanstack/react-router';
import clsx from 'clsx';
import { count } from '~/words/figures';

interface CounterProps {
  label: string;
  value: number;
  /** Where the number leads: every number is a door. */
  to: LinkProps;
  tone?: string;
  /** Whether the figure is of a while ago. */
  isStale?: boolean;
}

export function Counter({ label, value, to, tone, isStale }: CounterProps) {
  return (
    <Link {...to} className="door group flex min-w-0 flex-col rounded-card px-3 py-2">
      <span className="truncate text-label text-muted group-hover:text-ink">{label}</span>
      <span className={clsx('text-counter tracking-tight', isStale ? 'text-muted' : value > 0 && tone)}>
        {count(value)}
      </span>
    </Link>
  );
}
