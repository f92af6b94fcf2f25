import { AfterDelay, Bone } from '~/ui/Skeleton';

const ROWS = 5;

export function ListSkeleton() {
  return (
    <AfterDelay>
      <div role="status" aria-label="Loading the crawls" className="divide-y divide-line">
        {Array.from({ length: ROWS }, (_, row) => (
          <div key={row} className="flex items-center gap-4 px-4 py-3">
            <Bone className="size-10" />
            <div className="flex flex-1 flex-col gap-2">
              <Bone className="h-4 w-40" />
              <Bone className="h-3 w-24" />
            </div>
            <Bone className="h-2 flex-1" />
          </div>
        ))}
      </div>
    </AfterDelay>
  );
}
