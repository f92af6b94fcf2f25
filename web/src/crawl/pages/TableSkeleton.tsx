import { AfterDelay, Bone } from '~/ui/Skeleton';

/** The table before its first rows are there. */
export function TableSkeleton() {
  return (
    <AfterDelay>
      <div role="status" aria-label="Loading the pages" className="card">
        <div className="h-9 rounded-t-card border-b border-line bg-raised" />
        {Array.from({ length: 12 }, (_, row) => (
          <SkeletonRow key={row} />
        ))}
      </div>
    </AfterDelay>
  );
}

/** A row that is on its way. */
export function SkeletonRow() {
  return (
    <div className="flex h-16 items-center gap-6 border-b border-line px-4 last:border-b-0 sm:h-10">
      <Bone className="h-3 flex-3" />
      <Bone className="h-3 flex-2 max-sm:hidden" />
      <Bone className="h-3 w-16" />
      <Bone className="h-3 w-10 max-sm:hidden" />
      <Bone className="h-3 w-10 max-sm:hidden" />
    </div>
  );
}
