import { EmptyState } from '~/ui/States';

export function PlaygroundPage() {
  return <EmptyState title="Playground: on its way." />;
}
