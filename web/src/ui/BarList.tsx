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
  /** Where it leads. */
  to: LinkProps;
}

/** Figures as bars, one below the other; each is a door. */
export function BarList({ bars, empty }: { bars: readonly Bar[]; empty: string }) {
  const most = Math.max(1, ...bars.map((bar) => bar.figure));
  if (bars.length === 0) return <p className="text-label text-muted">{empty}</p>;
  return (
    <ul className="flex flex-col">
      {bars.map((bar) => (
        <li key={bar.key}>
          <Link
            {...bar.to}
            className="door -mx-2 grid min-h-7 grid-cols-[minmax(4rem,8rem)_1fr_auto] items-center gap-3 rounded-control px-2 text-label"
          >
            <span className="truncate">{bar.name}</span>
            <span aria-hidden="true" className="h-2 overflow-hidden rounded-chip bg-raised">
              <span
                className={clsx('block h-full rounded-chip', bar.look)}
                style={{ width: `${Math.max(1, (bar.figure / most) * 100)}%` }}
              />
            </span>
            <span className="min-w-12 text-right font-medium">{count(bar.figure)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
