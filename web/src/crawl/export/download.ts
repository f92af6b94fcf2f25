import { api, ticket } from '~/api/client';
import { keyOf } from '~/api/key';
import { fileOf, pathOf } from './forms';
import type { Asked } from './search';

/**
 * Let the browser save an export as it comes, however large: nothing of it is held here.
 *
 * Browsers say little about a file that does not come, so it is asked for first, and only begun.
 * A browser that saves cannot send a key: where there is one, a ticket lets it in.
 */
export async function download(id: string, asked: Asked): Promise<void> {
  const trial = new AbortController();
  const params = { path: { crawl_id: id }, query: asked };
  await api.GET('/api/v1/crawls/{crawl_id}/export', { params, parseAs: 'stream', signal: trial.signal });
  trial.abort();
  const link = document.createElement('a');
  link.href = pathOf(id, asked) + (keyOf() ? `&ticket=${encodeURIComponent(await ticket())}` : '');
  link.download = fileOf(id, asked);
  link.click();
}
