import { useState } from 'react';
import { type Bar, BarList, type BarListProps } from '~/ui/BarList';
import { Button } from '~/ui/Button';
import { count } from '~/words/figures';

interface BarCardProps {
  title: string;
  bars: readonly Bar[];
  empty: string;
  /** How many rows there are, with their word: "12 hosts". */
  counted?: string;
  names?: BarListProps['names'];
}

const SHOWN = 8;

/** Counts of one kind; all but the first few on demand. */
export function BarCard({ title, bars, empty, counted: all, names = 'usual' }: BarCardProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || bars.length <= SHOWN + 1 ? bars : largest(bars);
  return (
    <section aria-label={title} className="card mb-4 flex min-w-0 break-inside-avoid flex-col gap-2 p-4">
      <h2 className="flex items-baseline justify-between gap-2 text-section">
        {title}
        {all && <span className="text-label whitespace-nowrap text-muted">{all}</span>}
      </h2>
      <BarList bars={shown} empty={empty} names={names} />
      {shown.length < bars.length && (
        <Button size="small" look="quiet" className="-ml-2.5 self-start" onClick={() => setWhole(true)}>
          Show {count(bars.length)}
        </Button>
      )}
    </section>
  );
}

/** The largest, in the order that all have. */
function largest(bars: readonly Bar[]): readonly Bar[] {
  const by = [...bars].sort((a, b) => b.figure - a.figure).slice(0, SHOWN);
  return bars.filter((bar) => by.includes(bar));
}
