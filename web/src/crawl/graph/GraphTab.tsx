import { EmptyState } from '~/ui/States';

export function GraphTab() {
  return <EmptyState title="Graph: on its way." />;
}
