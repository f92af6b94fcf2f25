import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { count } from '~/words/figures';
import { FIGURES, type Figures } from '~/words/pages';

interface FiguresLineProps {
  id: string;
  figures: Figures;
  className?: string;
}

/** "70 fetched  2 failed  14 too deep  of 86 found": each figure leads to its pages, and they add up. */
export function FiguresLine({ id, figures, className }: FiguresLineProps) {
  const look = 'inline-flex min-h-6 items-center gap-1 hover:underline';
  return (
    <p className={clsx('flex flex-wrap gap-x-3 text-label', className)}>
      {FIGURES.filter(({ name }) => figures[name] > 0 || name === 'fetched').map(({ name, label, state }) => (
        <Link key={name} to="/crawls/$id/pages" params={{ id }} search={{ state }} className={look}>
          <span className="font-semibold">{count(figures[name])}</span>{' '}
          <span className="text-muted">{label.toLowerCase()}</span>
        </Link>
      ))}
      <Link to="/crawls/$id/pages" params={{ id }} className={clsx('ml-auto text-muted', look)}>
        of {count(figures.found)} found
      </Link>
    </p>
  );
}
