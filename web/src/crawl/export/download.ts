import { api, ticket } from '~/api/client';
import { apiKey } from '~/api/key';
import { fileOf, pathOf } from './forms';
import type { ExportChoice } from './search';

/**
 * Let the browser save an export as it comes, however large: nothing of it is held here.
 *
 * Browsers say little about a failed download, so a trial request comes first and is aborted once it is answered.
 * A browser that saves cannot send a key: where there is one, a ticket lets it in.
 */
export async function download(id: string, choice: ExportChoice): Promise<void> {
  const trial = new AbortController();
  const params = { path: { crawl_id: id }, query: choice };
  await api.GET('/api/v1/crawls/{crawl_id}/export', { params, parseAs: 'stream', signal: trial.signal });
  trial.abort();
  const link = document.createElement('a');
  link.href = pathOf(id, choice) + (apiKey() ? `&ticket=${encodeURIComponent(await ticket())}` : '');
  link.download = fileOf(id, choice);
  link.click();
}
