import { Outlet } from '@tanstack/react-router';
import { EmptyState } from '~/ui/States';

export function PagesTab() {
  return (
    <>
      <EmptyState title="Pages: on its way." />
      <Outlet />
    </>
  );
}
