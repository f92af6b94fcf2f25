import { Dialog } from '~/ui/Dialog';

export function ChangeDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Change pace and patterns" onClose={onClose}>
      <p>On its way.</p>
    </Dialog>
  );
}
