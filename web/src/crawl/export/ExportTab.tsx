import { EmptyState } from '~/ui/States';

export function ExportTab() {
  return <EmptyState title="Export: on its way." />;
}
