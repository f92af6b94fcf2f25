import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderApp } from '~/testing/app';
import { REASON_WORDS } from '~/words/pages';

const server = setupServer(
  http.get('http://localhost:3000/api/v1/*', () => HttpResponse.json({ items: [], next: null })),
);

beforeAll(() => server.listen());
afterAll(() => server.close());

test('help explains figures, tabs, skipped pages and shortcuts, and ends with the API', async () => {
  renderApp('/help');
  await screen.findByRole('heading', { name: 'Help', level: 1 });

  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual([
    'The figures and what they count',
    'The tabs and what they show',
    'Why pages are skipped, and what to do',
    'How fast a crawl is',
    'Keyboard shortcuts',
    'For programs',
  ]);
  expect(screen.getByRole('link', { name: /^API reference/ }).getAttribute('href')).toBe('/docs');
});

test('help explains every reason that the filter of skipped pages has', async () => {
  renderApp('/help');
  const skipped = within(await screen.findByRole('region', { name: /^Why pages are skipped/ }));

  const terms = skipped.getAllByRole('term').map(({ textContent }) => textContent?.toLowerCase());
  for (const reason of Object.values(REASON_WORDS)) expect(terms).toContain(reason);
});
