/** The server, typed by what it says of itself (docs/reference/openapi.json). */

import createClient, { type Middleware } from 'openapi-fetch';
import { askForKey, keyOf } from './key';
import { problemOf, Unreachable } from './problems';
import type { components, paths } from './schema';

export type Schemas = components['schemas'];

/** Sends the key if there is one, and throws what is not an answer: ProblemError or Unreachable. */
const manners: Middleware = {
  onRequest({ request }) {
    const key = keyOf();
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
api.use(manners);

/** What a request gave; what went wrong was thrown. `await got(api.GET('/health'))` */
export async function got<T>(asked: Promise<{ data?: T }>): Promise<T> {
  const { data } = await asked;
  return data as T;
}

/** One use of a WebSocket or an event stream: those cannot send the key. */
export async function ticket(): Promise<string> {
  const given = await got(api.POST('/api/v1/tickets'));
  return given.ticket;
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
