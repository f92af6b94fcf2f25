import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { newQueryClient } from '~/api/queries';
import { newRouter } from '~/router';

/** Render the whole page at one of its addresses; return its router. */
export function renderApp(address: string): ReturnType<typeof newRouter> {
  const router = newRouter(createMemoryHistory({ initialEntries: [address] }));
  renderWithQueries(<RouterProvider router={router} />);
  return router;
}

/** Render a component that queries the server. */
export function renderWithQueries(children: ReactNode): void {
  render(<QueryClientProvider client={newQueryClient()}>{children}</QueryClientProvider>);
}
