import './theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { newQueryClient } from './api/queries';
import { loadScreens, newRouter } from './router';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no place for the page');

const router = newRouter();
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={newQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
setTimeout(() => loadScreens(router), 1_000);
