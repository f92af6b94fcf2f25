import clsx from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';

const PATIENCE_MS = 200;

/** Nothing for 200 ms: what comes at once should not flicker. */
export function AfterDelay({ children }: { children: ReactNode }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? children : null;
}

/** A grey place where something will be. Give it the size of what comes. */
export function Bone({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('breathe block rounded-control bg-raised', className)} />;
}

/** Rows as of a table that is on its way. */
export function SkeletonRows({ rows = 6, className }: { rows?: number; className?: string }) {
  return (
    <AfterDelay>
      <div role="status" aria-label="Loading" className={clsx('flex flex-col', className)}>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex h-10 items-center gap-4 border-b border-line px-4">
            <Bone className="h-3 flex-1" />
            <Bone className="h-3 w-16" />
            <Bone className="h-3 w-10" />
          </div>
        ))}
      </div>
    </AfterDelay>
  );
}
