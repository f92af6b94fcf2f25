import { AfterDelay, Bone } from '~/ui/Skeleton';

/** A page before it is there. */
export function PageSkeleton() {
  return (
    <AfterDelay>
      <div role="status" aria-label="Loading the page" className="flex flex-col gap-4">
        <Bone className="h-4 w-4/5" />
        <Bone className="h-14" />
        <Bone className="h-8" />
        <Bone className="h-24" />
        <Bone className="h-64" />
      </div>
    </AfterDelay>
  );
}
