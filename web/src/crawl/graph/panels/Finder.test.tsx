import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { renderWithQueries } from '~/testing/app';
import { listedPage, progress } from '~/testing/fixtures';
import { LiveContext, type LiveCrawlState } from '../../LiveContext';
import type { Dot, Survey } from '../data/survey';
import { Finder } from './Finder';

const PAGES = 'http://localhost:3000/api/v1/crawls/c1/pages';
const server = setupServer();
const searches: (string | null)[] = [];

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  server.resetHandlers();
  searches.length = 0;
});
afterAll(() => server.close());

/** Render the finder of a survey that shows some dots; return what gets the page that is chosen. */
function renderFinder(view: Survey['view'], ids: readonly string[]) {
  server.use(
    http.get(PAGES, ({ request }) => {
      searches.push(new URL(request.url).searchParams.get('search'));
      return HttpResponse.json({ items: [0, 1].map(listedPage), next: null });
    }),
  );
  const dots = ids.map((id) => ({ id, label: id }) as Dot);
  const places = new Map(ids.map((id, place) => [id, place]));
  const onFind = vi.fn();
  renderWithQueries(
    <LiveContext value={{ id: 'c1', progress } as LiveCrawlState}>
      <Finder survey={{ view, dots, places } as unknown as Survey} onFind={onFind} />
    </LiveContext>,
  );
  return onFind;
}

function optionNames(): (string | null)[] {
  return screen.queryAllByRole('option').map(({ textContent }) => textContent);
}

test('/ focuses the field; pages come from the server, and those outside the picture are marked', async () => {
  renderFinder('tree', ['p0']);
  const user = userEvent.setup({ delay: null });

  await user.keyboard('/page');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Find a page' }));
  await screen.findAllByRole('option');

  expect(searches).toEqual(['page']);
  expect(optionNames()).toEqual(['Page 0example.org/0', 'Page 1example.org/1 · not shown']);
});

test('arrows choose a page and Enter goes to it; the field is empty then', async () => {
  const onFind = renderFinder('tree', ['p0', 'p1']);
  const user = userEvent.setup({ delay: null });
  const field = screen.getByRole('combobox');

  await user.type(field, 'page');
  await screen.findAllByRole('option');
  await user.keyboard('{ArrowDown}');
  expect(screen.getAllByRole('option')[1]?.getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{Enter}');

  expect(onFind).toHaveBeenCalledExactlyOnceWith('p1');
  expect(field).toHaveProperty('value', '');
  expect(optionNames()).toEqual([]);
});

test('Escape empties the field and goes nowhere', async () => {
  const onFind = renderFinder('tree', []);
  const user = userEvent.setup({ delay: null });

  await user.type(screen.getByRole('combobox'), 'page');
  await screen.findAllByRole('option');
  await user.keyboard('{Escape}{Enter}');

  expect(optionNames()).toEqual([]);
  expect(onFind).not.toHaveBeenCalled();
});

test('hosts are found without the server', async () => {
  const onFind = renderFinder('hosts', ['a.example', 'b.example']);
  const user = userEvent.setup({ delay: null });

  await user.type(screen.getByRole('combobox', { name: 'Find a host' }), 'B.ex');
  await waitFor(() => expect(optionNames()).toEqual(['b.example']));
  await user.click(screen.getByRole('option'));

  expect(onFind).toHaveBeenCalledExactlyOnceWith('b.example');
  expect(searches).toEqual([]);
});
