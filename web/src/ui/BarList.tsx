import { Link, type LinkProps } from '@tanstack/react-router';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { count } from '~/words/figures';

export interface Bar {
  key: string;
  name: ReactNode;
  figure: number;
  /** The class of the bar's ground: "bg-done", "hatched". */
  look: string;
  /** Whether the name needs more room than the others have; such a bar has no line. */
  isLong?: boolean;
  /** Where it leads, if anywhere. */
  to?: LinkProps;
}

const NAMES = {
  short: 'grid-cols-[2.5rem_1fr_auto]',
  usual: 'grid-cols-[minmax(4rem,8rem)_1fr_auto]',
  long: 'grid-cols-[minmax(6rem,13rem)_1fr_auto]',
};

export interface BarListProps {
  bars: readonly Bar[];
  empty: string;
  /** How much room they have: for digits, for words, for hosts. */
  names?: keyof typeof NAMES;
}

/** Figures as bars, one below the other; each is a door. */
export function BarList({ bars, empty, names = 'usual' }: BarListProps) {
  const most = Math.max(1, ...bars.map((bar) => bar.figure));
  if (bars.length === 0) return <p className="text-label text-muted">{empty}</p>;
  const look = clsx('-mx-2 grid min-h-7 items-center gap-3 rounded-control px-2 text-label', NAMES[names]);
  return (
    <ul className="flex flex-col">
      {bars.map((bar) => (
        <li key={bar.key}>
          {bar.to ? (
            <Link {...bar.to} className={clsx('door', look)}>
              <Line bar={bar} most={most} />
            </Link>
          ) : (
            <div className={look}>
              <Line bar={bar} most={most} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Line({ bar, most }: { bar: Bar; most: number }) {
  return (
    <>
      <span className={clsx('truncate', bar.isLong && 'col-span-2')}>{bar.name}</span>
      {!bar.isLong && (
        <span aria-hidden="true" className="h-2 overflow-hidden rounded-chip bg-raised">
          <span
            className={clsx('block h-full rounded-chip', bar.look)}
            style={{ width: `${Math.max(1, (bar.figure / most) * 100)}%` }}
          />
        </span>
      )}
      <span className="min-w-12 text-right font-medium">{count(bar.figure)}</span>
    </>
  );
}
