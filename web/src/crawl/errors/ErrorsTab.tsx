import { EmptyState } from '~/ui/States';

export function ErrorsTab() {
  return <EmptyState title="Errors: on its way." />;
}
