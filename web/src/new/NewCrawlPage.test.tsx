import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { renderApp } from '~/testing/app';
import { about, options, progress } from '~/testing/fixtures';

const API = 'http://localhost:3000/api/v1';
const server = setupServer();
let requests: { body: unknown; key: string | null }[] = [];

beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
beforeEach(() => {
  requests = [];
  server.use(
    http.get(`${API}/about`, () => HttpResponse.json(about)),
    http.get(`${API}/crawls`, () => HttpResponse.json({ items: [], next: null })),
    http.get(`${API}/crawls/c1`, () => HttpResponse.json(progress)),
    http.get(`${API}/crawls/c1/options`, () => HttpResponse.json(modelOptions)),
  );
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const modelOptions = {
  ...options,
  timeout_ms: 10_000,
  user_agent: 'Leadline/1',
  respect_robots: true,
  respect_nofollow: false,
  max_attempts: 3,
  max_per_shape: 2_000,
  host_outage_max_s: null,
  keep: ['text'],
  sitemap: false,
  external: false,
  headers: [],
};

/** Answer requests for a crawl, each with the next of these. */
function answerWith(...answers: (() => Response)[]): void {
  server.use(
    http.post(`${API}/crawls`, async ({ request }) => {
      requests.push({ body: await request.json(), key: request.headers.get('idempotency-key') });
      return (answers[requests.length - 1] ?? answers.at(-1))?.() ?? HttpResponse.error();
    }),
  );
}

const started = () => HttpResponse.json(progress, { status: 201 });

function rejected(field: string, message: string): Response {
  const detail = `body.${field}: ${message}`;
  const errors = [{ field: `body.${field}`, message }];
  const type = 'urn:leadline:problem:invalid-request';
  const problem = { type, title: 'Unprocessable', status: 422, detail, request_id: 'r1', errors };
  return HttpResponse.json(problem, { status: 422 });
}

test('an address is sent alone, and the crawl opens', async () => {
  answerWith(started);
  const router = renderApp('/crawls/new');
  const user = userEvent.setup({ delay: null });

  await user.type(await screen.findByLabelText('Address'), 'example.org{Enter}');

  await waitFor(() => expect(router.state.location.pathname).toBe('/crawls/c1/progress'));
  expect(requests.map(({ body }) => body)).toEqual([{ url: 'https://example.org/' }]);
});

test('options that were changed are sent, and the sentence names them before', async () => {
  answerWith(started);
  renderApp('/crawls/new?url=https://example.org/');
  const user = userEvent.setup({ delay: null });

  await user.type(await screen.findByLabelText('Depth'), '1');
  await user.type(screen.getByLabelText('Time limit'), '10m');
  await user.selectOptions(screen.getByLabelText('How far links are followed'), 'all');
  await user.type(screen.getByLabelText('Exclude'), '/tag/*');
  await user.click(screen.getByLabelText('Obey robots.txt'));
  expect(screen.getByText(/^Follow links from example.org to anywhere, 1 click deep/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Start crawl' }));

  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toEqual({
    url: 'https://example.org/',
    max_depth: 1,
    max_time_s: 600,
    scope: 'all',
    exclude: ['/tag/*'],
    respect_robots: false,
  });
});

test('what the server rejects is said at its field, and nothing opens', async () => {
  answerWith(() => rejected('max_depth', 'too large'));
  const router = renderApp('/crawls/new?url=https://example.org/');
  const user = userEvent.setup({ delay: null });

  await user.type(await screen.findByLabelText('Depth'), '999');
  await user.click(screen.getByRole('button', { name: 'Start crawl' }));

  await screen.findByRole('alert');
  const field = screen.getByLabelText('Depth');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    '✕ too large',
  );
  expect(screen.getByLabelText('Pages').getAttribute('aria-invalid')).toBeNull();
  expect(router.state.location.pathname).toBe('/crawls/new');
});

test('a form that cannot be sent says why at the field, and cannot be sent', async () => {
  renderApp('/crawls/new?url=https://example.org/');
  const user = userEvent.setup({ delay: null });

  await user.type(await screen.findByLabelText('Time limit'), 'soon');

  expect(screen.getByLabelText('Time limit').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('button', { name: 'Start crawl' })).toHaveProperty('disabled', true);
});

test.each([
  ['htp://example.com', 'htp:// cannot be crawled: write http:// or https:// instead.'],
  ['two words', 'This is not a web address: it has spaces. Try https://example.org/'],
])('an address that cannot be crawled says why, and is not sent: %s', async (typed, why) => {
  answerWith(started);
  renderApp('/crawls/new');
  const user = userEvent.setup({ delay: null });

  await user.type(await screen.findByLabelText('Address'), `${typed}{Enter}`);

  expect((await screen.findByRole('alert')).textContent).toBe(`✕ ${why}`);
  expect(screen.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true');
  expect(requests).toEqual([]);
});

test('a figure that is no number is not sent', async () => {
  renderApp('/crawls/new?url=https://example.org/');
  const user = userEvent.setup({ delay: null });

  await user.type(await screen.findByLabelText('Depth'), 'deep');

  expect(screen.getByText('✕ A whole number, please.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Start crawl' })).toHaveProperty('disabled', true);
});

test('robots.txt in the way: the fact as the server says it, and the control that lifts it', async () => {
  answerWith(() => {
    const problem = {
      type: 'urn:leadline:problem:refused-by-robots',
      title: 'Unprocessable',
      status: 422,
      detail: 'robots.txt disallows https://example.org/',
      next_step: 'fetch it anyway with `respect_robots: false`',
      request_id: 'r1',
    };
    return HttpResponse.json(problem, { status: 422 });
  });
  renderApp('/crawls/new?url=https://example.org/');
  const user = userEvent.setup({ delay: null });

  await user.click(await screen.findByRole('button', { name: 'Start crawl' }));

  const said = (await screen.findByRole('alert')).textContent;
  expect(said).toContain('robots.txt disallows https://example.org/.');
  expect(said).toContain('switch off “Obey robots.txt”');
  expect(said).not.toContain('respect_robots');
});

test('a request whose answer was lost is sent again under the same key', async () => {
  answerWith(() => HttpResponse.error(), started);
  renderApp('/crawls/new?url=https://example.org/');
  const user = userEvent.setup({ delay: null });

  await user.click(await screen.findByRole('button', { name: 'Start crawl' }));
  await screen.findByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Start crawl' }));

  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(requests[1]?.key).toBe(requests[0]?.key);
});

test('a crawl that is crawled again without a rule has its other options', async () => {
  answerWith(started);
  renderApp('/crawls/new?url=https://example.org/&like=c1&lift=disallow');
  const user = userEvent.setup({ delay: null });

  await user.click(await screen.findByRole('button', { name: 'Start crawl' }));

  await waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]?.body).toEqual({
    url: 'https://example.org/',
    exclude: ['/tag/*'],
    respect_robots: false,
  });
});
