import { EmptyState } from '~/ui/States';

export function CrawlsPage() {
  return <EmptyState title="Crawls: on its way." />;
}
