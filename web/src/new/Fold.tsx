import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

interface FoldProps {
  title: string;
  /** The values now, seen while it is folded. */
  summary: string;
  children: ReactNode;
}

/** Options that are out of the way until they are wanted. */
export function Fold({ title, summary, children }: FoldProps) {
  return (
    <details className="group">
      <summary className="flex min-h-11 list-none items-center gap-2 px-4 py-2 [&::-webkit-details-marker]:hidden">
        <ChevronRight size={16} aria-hidden="true" className="shrink-0 text-muted group-open:rotate-90" />
        <span className="shrink-0 font-medium">{title}</span>
        <span className="min-w-0 flex-1 truncate text-right text-label text-muted group-open:invisible">
          {summary}
        </span>
      </summary>
      <div className="grid gap-x-4 gap-y-3 px-4 pt-1 pb-5 sm:grid-cols-2">{children}</div>
    </details>
  );
}
