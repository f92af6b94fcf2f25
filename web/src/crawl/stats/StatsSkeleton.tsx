import { AfterDelay, Bone } from '~/ui/Skeleton';
import { counted } from '~/words/figures';

/** Cards before they are counted; of large crawls that takes a moment. */
export function StatsSkeleton({ pages }: { pages: number }) {
  return (
    <AfterDelay>
      <div role="status" className="mx-auto flex w-full max-w-[1440px] flex-col gap-4 p-4 sm:p-6">
        <p className="text-label text-muted">Counting {counted(pages, 'page')}</p>
        <Bone className="h-20 rounded-card" />
        <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {Array.from({ length: 6 }, (_, card) => (
            <Bone key={card} className="h-64 rounded-card" />
          ))}
        </div>
      </div>
    </AfterDelay>
  );
}
