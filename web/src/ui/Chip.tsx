import clsx from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface FilterChipProps {
  isOn: boolean;
  onToggle: () => void;
  count?: ReactNode;
  children: ReactNode;
}

/** A filter that is on or off. */
export function FilterChip({ isOn, onToggle, count, children }: FilterChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={clsx(
        'inline-flex h-7 items-center gap-1.5 rounded-chip border px-3 text-label whitespace-nowrap',
        isOn ? 'border-accent bg-soft text-accent' : 'border-control text-ink hover:bg-raised',
      )}
    >
      {children}
      {count !== undefined && <span className={isOn ? '' : 'text-muted'}>{count}</span>}
    </button>
  );
}

/** A filter that holds, and can be taken away: "status 5xx ×". */
export function ClearChip({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <span className="inline-flex h-7 max-w-full items-center gap-1 rounded-chip border border-accent bg-soft pl-3 text-label text-accent">
      <span className="truncate">{label}</span>
      <button
        type="button"
        aria-label={`Clear ${label}`}
        onClick={onClear}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-chip hover:bg-surface"
      >
        <X size={14} aria-hidden="true" />
      </button>
    </span>
  );
}

/** A few words in a frame: "limit 5,000". */
export function Tag({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 items-center rounded-chip bg-raised px-2 text-caption whitespace-nowrap text-muted',
        className,
      )}
    >
      {children}
    </span>
  );
}
