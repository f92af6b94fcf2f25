import { Bone } from '~/ui/Skeleton';

export function HeaderSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading the crawl"
      className="flex flex-col gap-3 border-b border-line px-4 py-4 sm:px-6"
    >
      <Bone className="h-7 w-56" />
      <Bone className="h-4 w-80 max-w-full" />
      <Bone className="h-2 w-full" />
      <Bone className="h-9 w-96 max-w-full" />
    </div>
  );
}
