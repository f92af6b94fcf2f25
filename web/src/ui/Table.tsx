import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { middleCut, pathOf, shortOf, siteOf } from '~/words/addresses';

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

const LONGEST = 400;
const TAIL = 14;

/**
 * An address in one line, shortened in the middle where it is too long for its place; whole on hover.
 *
 * Of pages of the site itself only the path is written. Text, never a link to the web.
 */
export function AddressCell({
  address,
  site,
  length = LONGEST,
}: {
  address: string;
  site?: string;
  length?: number;
}) {
  const text = middleCut(site && siteOf(address) === site ? pathOf(address) : shortOf(address), length);
  const head = text.length > 2 * TAIL ? text.slice(0, -TAIL) : text;
  return (
    <bdi dir="ltr" title={middleCut(address, LONGEST)} className="flex font-mono text-label">
      <span className="min-w-0 truncate whitespace-pre">{head}</span>
      {head !== text && <span className="shrink-0 whitespace-pre">{text.slice(-TAIL)}</span>}
    </bdi>
  );
}

/** Text of unknown origin: one line, in its own direction, whatever it holds. */
export function ForeignText({ text, className }: { text: string; className?: string }) {
  return (
    <bdi title={middleCut(text, LONGEST)} className={clsx('block truncate', className)}>
      {text}
    </bdi>
  );
}

/** A figure at the right of its cell. */
export function FigureCell({ children, className }: { children: ReactNode; className?: string }) {
  return <span className={clsx('block text-right whitespace-nowrap', className)}>{children}</span>;
}
