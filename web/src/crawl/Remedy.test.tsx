import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http, ws } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { renderApp } from '~/testing/app';
import { about, options, progress } from '~/testing/fixtures';

const API = 'http://localhost:3000/api/v1';
const server = setupServer();

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** Render the errors of a crawl in which rules skipped pages. */
async function renderErrors(status: string, cuts: readonly { rule: string; lifted_by: string }[]) {
  const crawl = { ...progress, status, figures: { ...progress.figures, skipped: 9, too_deep: 4 } };
  const items = cuts.map((cut) => ({ ...cut, pages: 3, pattern: '', example: null }));
  const socket = ws.link('ws://localhost:3000/api/v1/crawls/c1/ws');
  server.use(
    http.get(`${API}/about`, () => HttpResponse.json(about)),
    http.get(`${API}/crawls`, () => HttpResponse.json({ items: [], next: null })),
    http.get(`${API}/crawls/c1`, () => HttpResponse.json(crawl)),
    http.get(`${API}/crawls/c1/errors`, () => HttpResponse.json({ items: [] })),
    http.get(`${API}/crawls/c1/cuts`, () => HttpResponse.json({ items })),
    http.get(`${API}/crawls/c1/options`, () => HttpResponse.json(options)),
    socket.addEventListener('connection', ({ client }) => client.send(JSON.stringify(crawl))),
  );
  renderApp('/crawls/c1/errors');
  return within(await screen.findByRole('region', { name: 'Not fetched' }));
}

test('a crawl that is over offers another crawl without the rule', async () => {
  const section = await renderErrors('completed', [{ rule: 'disallow', lifted_by: '--no-robots' }]);

  const again = section.getByRole('link', { name: 'Crawl again ignoring robots.txt' });
  expect(again.getAttribute('href')).toBe(
    '/crawls/new?url=https%3A%2F%2Fexample.org%2F&like=c1&lift=disallow',
  );
  expect(section.getByRole('link', { name: 'Crawl again 4 clicks deep' })).toBeDefined();
  expect(section.queryByText(/--no-robots/)).toBeNull();
});

test('a crawl that is not over offers to raise its limit', async () => {
  const section = await renderErrors('paused', [{ rule: 'domain', lifted_by: '--scope' }]);

  await userEvent.click(section.getByRole('button', { name: 'Raise the depth' }));

  expect(await screen.findByRole('heading', { name: 'Change pace, patterns and limits' })).toBeDefined();
  expect(await screen.findByLabelText('Depth')).toHaveProperty('value', '3');
  // The scope of a crawl cannot be changed.
  expect(section.getByRole('link', { name: 'Crawl again with scope: anywhere' })).toBeDefined();
});

test('what only the server can change names its setting and the restart', async () => {
  const section = await renderErrors('completed', [
    { rule: 'loopback', lifted_by: '--allow-network' },
    { rule: 'max_key_sets', lifted_by: 'LEADLINE_MAX_KEY_SETS' },
  ]);

  const notes = section.getAllByText(/restart/).map(({ textContent }) => textContent);
  expect(notes).toEqual([
    '--allow-network is an option of leadline serve: restart the server to change it.',
    'LEADLINE_MAX_KEY_SETS is a setting of leadline serve: restart the server to change it.',
  ]);
});
