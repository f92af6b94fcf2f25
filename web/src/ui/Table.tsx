import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { middleCut, shortOf } from '~/words/addresses';

/** A head of a column that sorts when clicked. */
export function SortHead({
  label,
  direction,
  onSort,
  isRight,
}: {
  label: string;
  direction: 'asc' | 'desc' | null;
  onSort: () => void;
  isRight?: boolean;
}) {
  const Arrow = direction === 'desc' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={onSort}
      className={clsx(
        'inline-flex h-6 items-center gap-1 rounded-control text-label font-medium hover:text-ink',
        direction ? 'text-ink' : 'text-muted',
        isRight && 'flex-row-reverse',
      )}
    >
      {label}
      <Arrow size={13} aria-hidden="true" className={direction ? '' : 'invisible'} />
    </button>
  );
}

/** An address in one line, cut in the middle; whole on hover. Text, never a link to the web. */
export function AddressCell({ address, length = 96 }: { address: string; length?: number }) {
  return (
    <bdi dir="ltr" title={address} className="block truncate font-mono text-label">
      {middleCut(shortOf(address), length)}
    </bdi>
  );
}

/** Text of strangers: one line, in its own direction, whatever it holds. */
export function ForeignText({ text, className }: { text: string; className?: string }) {
  return (
    <bdi title={text} className={clsx('block truncate', className)}>
      {text}
    </bdi>
  );
}

/** A figure at the right of its cell. */
export function FigureCell({ children, className }: { children: ReactNode; className?: string }) {
  return <span className={clsx('block text-right whitespace-nowrap', className)}>{children}</span>;
}
