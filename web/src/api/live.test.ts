import { HttpResponse, http, ws } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { storeKey } from './key';
import { type Connection, LiveCrawl, waitBefore } from './live';
import type { Progress } from './queries';

const socket = ws.link('ws://localhost:3000/api/v1/crawls/c/ws');
const server = setupServer();
const progress = { crawl_id: 'c', status: 'running', completed: 1 } as Progress;

beforeAll(() => server.listen());
afterEach(() => {
  server.resetHandlers();
  sessionStorage.clear();
});
afterAll(() => server.close());

/** Listen to a crawl; return what it sent. */
function listen() {
  const connections: Connection[] = [];
  const figures: Progress[] = [];
  const live = new LiveCrawl('c', {
    onConnection: (each) => connections.push(each),
    onProgress: (each) => figures.push(each),
  });
  return { live, connections, figures };
}

test('figures come by socket until the crawl is over', async () => {
  server.use(
    socket.addEventListener('connection', ({ client }) => {
      client.send(JSON.stringify(progress));
      client.send(JSON.stringify({ ...progress, status: 'completed', completed: 2 }));
    }),
  );
  const { connections, figures } = listen();

  await vi.waitFor(() => expect(connections).toEqual(['live', 'over']));
  expect(figures.map((each) => each.completed)).toEqual([1, 2]);
});

test('a socket that breaks comes back by itself', async () => {
  const clients: { close(code: number): void }[] = [];
  server.use(
    socket.addEventListener('connection', ({ client }) => {
      clients.push(client);
      client.send(JSON.stringify(progress));
    }),
  );
  const { live, connections } = listen();

  await vi.waitFor(() => expect(connections).toEqual(['live']));
  clients[0]?.close(1011);
  await vi.waitFor(() => expect(connections).toEqual(['live', 'reconnecting', 'live']), 3_000);
  live.close();
});

test('a crawl that is gone is not connected to again', async () => {
  server.use(
    socket.addEventListener('connection', ({ client }) => client.send('{"error": "Crawl not found"}')),
  );
  const { connections } = listen();

  await vi.waitFor(() => expect(connections).toEqual(['gone']));
});

test('a key is never in an address: it buys a ticket', async () => {
  let search = '';
  let authorization: string | null = null;
  server.use(
    http.post('http://localhost:3000/api/v1/tickets', ({ request }) => {
      authorization = request.headers.get('authorization');
      return HttpResponse.json({ ticket: 'once', expires_in_s: 30 }, { status: 201 });
    }),
    socket.addEventListener('connection', ({ client }) => {
      search = client.url.search;
    }),
  );
  storeKey('secret');
  const { live } = listen();

  await vi.waitFor(() => expect(search).toBe('?ticket=once'));
  expect(authorization).toBe('Bearer secret');
  live.close();
});

test('waiting grows, is bounded, and differs', () => {
  expect(waitBefore(0, () => 1)).toBe(500);
  expect(waitBefore(2, () => 0)).toBe(1_000);
  expect(waitBefore(20, () => 1)).toBe(15_000);
});
