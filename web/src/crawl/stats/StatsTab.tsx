import { EmptyState } from '~/ui/States';

export function StatsTab() {
  return <EmptyState title="Stats: on its way." />;
}
