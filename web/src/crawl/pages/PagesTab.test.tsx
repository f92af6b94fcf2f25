import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { renderApp } from '~/testing/app';
import { about, listedPage, progress } from '~/testing/fixtures';

const API = 'http://localhost:3000/api/v1';
const server = setupServer();
/** The cursors that were requested, in order; the first is empty. */
let cursors: string[] = [];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  cursors = [];
  window.scrollY = 0;
  server.use(
    http.get(`${API}/about`, () => HttpResponse.json(about)),
    http.get(`${API}/crawls`, () => HttpResponse.json({ items: [progress], next: null })),
    http.get(`${API}/crawls/c1`, () => HttpResponse.json(progress)),
    http.get(`${API}/crawls/c1/stats`, () => HttpResponse.json({ figures: progress.figures })),
    http.get(`${API}/crawls/c1/graph`, () => new HttpResponse(null, { status: 404 })),
    http.get(`${API}/crawls/c1/pages/:page`, () => new HttpResponse(null, { status: 404 })),
  );
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** Serve a list of `size` pages in chunks; a cursor is the place where its chunk begins. */
function servePages(size: number): void {
  server.use(
    http.get(`${API}/crawls/c1/pages`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const cursor = query.get('cursor') ?? '';
      if (!query.has('links')) cursors.push(cursor);
      const [from, limit] = [Number(cursor), Number(query.get('limit'))];
      const length = Math.min(limit, size - from);
      const items = Array.from({ length }, (_, place) => listedPage(from + place));
      return HttpResponse.json({ items, next: from + length < size ? String(from + length) : null });
    }),
  );
}

async function openTable(): Promise<HTMLElement> {
  const table = await screen.findByRole('grid', { name: 'Pages' });
  await waitFor(() => link(0));
  return table;
}

function link(place: number): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-place="${place}"] a`);
  if (!found) throw new Error(`row ${place} is not drawn`);
  return found;
}

test('arrows, Home and End move the focus; one row is in the order of Tab', async () => {
  servePages(3);
  renderApp('/crawls/c1/pages');
  const table = await openTable();
  const user = userEvent.setup({ delay: null });

  link(0).focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(link(1));
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(link(2));
  await user.keyboard('{ArrowDown}{Home}');
  expect(document.activeElement).toBe(link(0));
  expect(
    within(table)
      .getAllByRole('link')
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toEqual([link(0)]);
});

test('Enter opens the page of a row, arrows the next one; the row of the last has the focus when it is closed', async () => {
  servePages(3);
  const router = renderApp('/crawls/c1/pages?state=FETCHED');
  await openTable();
  const user = userEvent.setup({ delay: null });

  link(0).focus();
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/crawls/c1/pages/p1'));
  expect(router.state.location.searchStr).toBe('?state=FETCHED');
  await waitFor(() => expect(link(1).getAttribute('aria-current')).toBe('true'));

  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/crawls/c1/pages/p2'));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.activeElement).toBe(link(2)));
  expect(router.state.location.pathname).toBe('/crawls/c1/pages');
});

test('a click opens a page here; with Ctrl it is left to the browser', async () => {
  servePages(3);
  const router = renderApp('/crawls/c1/pages');
  await openTable();

  let isTaken = true;
  const look = (event: Event) => {
    isTaken = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', look, { once: true });
  fireEvent.click(link(1), { ctrlKey: true });
  expect(isTaken).toBe(false);
  expect(router.state.location.pathname).toBe('/crawls/c1/pages');

  fireEvent.click(link(2));
  await waitFor(() => expect(router.state.location.pathname).toBe('/crawls/c1/pages/p2'));
});

test('more pages are loaded until enough are ahead, and then as one scrolls', async () => {
  servePages(10_000);
  renderApp('/crawls/c1/pages');
  await openTable();

  await waitFor(() => expect(cursors).toEqual(['', '200', '1200']));
  window.scrollTo({ top: 40 * 1_000 });
  await waitFor(() => expect(cursors).toEqual(['', '200', '1200', '2200']));
  expect(screen.getByRole('grid', { name: 'Pages' }).getAttribute('aria-rowcount')).toBe('-1');
});

test('a list that is loaded as a whole says how many rows it has', async () => {
  servePages(250);
  renderApp('/crawls/c1/pages');
  const table = await openTable();

  await waitFor(() => expect(table.getAttribute('aria-rowcount')).toBe('251'));
  expect(cursors).toEqual(['', '200']);
});

test('a search is sent when the user stops typing, and the field follows the address', async () => {
  servePages(3);
  const router = renderApp('/crawls/c1/pages');
  await openTable();
  const user = userEvent.setup({ delay: null });

  await user.keyboard('/harbour ');
  const field = screen.getByRole('searchbox', { name: 'Search addresses and titles' });
  await waitFor(() => expect(router.state.location.searchStr).toBe('?search=harbour'));
  expect(field).toHaveProperty('value', 'harbour ');

  router.navigate({ to: '/crawls/$id/pages', params: { id: 'c1' }, search: {} });
  await waitFor(() => expect(field).toHaveProperty('value', ''));
});
