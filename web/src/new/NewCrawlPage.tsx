import { EmptyState } from '~/ui/States';

export function NewCrawlPage() {
  return <EmptyState title="New crawl: on its way." />;
}
