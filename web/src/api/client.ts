/** The server, typed by what it says of itself (docs/reference/openapi.json). */

import createClient, { type Middleware } from 'openapi-fetch';
import { apiKey, askForKey } from './key';
import { problemOf, Unreachable } from './problems';
import type { components, paths } from './schema';

export type Schemas = components['schemas'];

/** Sends the key if there is one, and throws what is not an answer: ProblemError or Unreachable. */
const middleware: Middleware = {
  onRequest({ request }) {
    const key = apiKey();
    if (key) request.headers.set('Authorization', `Bearer ${key}`);
    return request;
  },
  async onResponse({ response }) {
    if (response.ok) return;
    if (response.status === 401) askForKey();
    throw await problemOf(response);
  },
  onError({ error }) {
    return isAbort(error) ? undefined : new Unreachable(error);
  },
};

export const api = createClient<paths>({
  baseUrl: location.origin,
  fetch: (request) => globalThis.fetch(request),
});
api.use(middleware);

/** Return the body of an answer: `await dataOf(api.GET('/health'))`. Raises ProblemError or Unreachable. */
export async function dataOf<T>(request: Promise<{ data?: T }>): Promise<T> {
  const { data } = await request;
  return data as T;
}

/** Return a ticket for one WebSocket, event stream or download: the browser cannot send the API key with them. */
export async function ticket(): Promise<string> {
  const answer = await dataOf(api.POST('/api/v1/tickets'));
  return answer.ticket;
}

/** Where a WebSocket of ours is. */
export function socketAddress(path: string, parameters: Record<string, string>): string {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = new URLSearchParams(parameters).toString();
  return url.href;
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
