import { EmptyState } from '~/ui/States';

export function ProgressTab() {
  return <EmptyState title="Progress: on its way." />;
}
