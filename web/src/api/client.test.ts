import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { api, dataOf } from './client';
import { isKeyNeededStore, storeKey } from './key';
import { isPassing, ProblemError, Unreachable, wordsOf } from './problems';

const ABOUT = 'http://localhost:3000/api/v1/about';
const server = setupServer();

beforeAll(() => server.listen());
afterEach(() => {
  server.resetHandlers();
  sessionStorage.clear();
});
afterAll(() => server.close());

async function failure(): Promise<unknown> {
  return dataOf(api.GET('/api/v1/about')).catch((error: unknown) => error);
}

test('a problem document is thrown as what it is', async () => {
  const document = {
    type: 'urn:leadline:problem:invalid-request',
    title: 'Unprocessable',
    status: 422,
    detail: 'body.depth: too small',
    request_id: 'r1',
    errors: [{ field: 'body.depth', message: 'too small' }],
  };
  server.use(http.get(ABOUT, () => HttpResponse.json(document, { status: 422 })));

  const error = (await failure()) as ProblemError;

  expect(error).toBeInstanceOf(ProblemError);
  expect(error.kind).toBe('invalid-request');
  expect(error.about('depth')).toBe('too small');
  expect(isPassing(error)).toBe(false);
  expect(wordsOf(error)).toBe('body.depth: too small.');
});

test('an answer of a proxy is a problem, too', async () => {
  server.use(http.get(ABOUT, () => new HttpResponse('<h1>Bad Gateway</h1>', { status: 502 })));

  const error = (await failure()) as ProblemError;

  expect(error.status).toBe(502);
  expect(isPassing(error)).toBe(true);
});

test('no answer is no problem document', async () => {
  server.use(http.get(ABOUT, () => HttpResponse.error()));

  expect(await failure()).toBeInstanceOf(Unreachable);
});

test('without an API key the page needs one, and sends the one that is entered', async () => {
  let sent: string | null = '';
  server.use(
    http.get(ABOUT, ({ request }) => {
      sent = request.headers.get('authorization');
      return sent ? HttpResponse.json({}) : HttpResponse.json({}, { status: 401 });
    }),
  );

  await failure();
  expect(isKeyNeededStore.get()).toBe(true);

  storeKey('secret');
  await failure();
  expect(isKeyNeededStore.get()).toBe(false);
  expect(sent).toBe('Bearer secret');
  expect(localStorage.getItem('leadline.key')).toBeNull();
});
