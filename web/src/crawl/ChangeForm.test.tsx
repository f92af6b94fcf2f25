import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { toastStore } from '~/state/toasts';
import { renderWithQueries } from '~/testing/app';
import { about, options, progress } from '~/testing/fixtures';
import { ChangeForm } from './ChangeForm';
import { LiveContext, type LiveCrawlState } from './LiveContext';

const API = 'http://localhost:3000/api/v1';
const server = setupServer();

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  server.resetHandlers();
  toastStore.set([]);
});
afterAll(() => server.close());

/** Render the form of a crawl; return what it sent, and what is called when it closes. */
function renderForm(answer: () => Response) {
  const sent: unknown[] = [];
  const onClose = vi.fn();
  server.use(
    http.get(`${API}/about`, () => HttpResponse.json(about)),
    http.patch(`${API}/crawls/c1`, async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
  renderWithQueries(
    <LiveContext value={{ id: 'c1', progress } as LiveCrawlState}>
      <ChangeForm options={options} onClose={onClose} />
    </LiveContext>,
  );
  return { sent, onClose };
}

function submitButton(): HTMLElement {
  return screen.getByRole('button', { name: 'Change from now on' });
}

test('only what was changed is sent; then the form closes and says how many pages that adds', async () => {
  const { sent, onClose } = renderForm(() => HttpResponse.json({ reopened: 7 }));
  const user = userEvent.setup({ delay: null });
  expect(submitButton()).toHaveProperty('disabled', true);

  await user.type(screen.getByLabelText('Depth'), '{Backspace}5');
  await user.clear(screen.getByLabelText('Exclude'));
  await user.click(submitButton());

  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ max_depth: 5, exclude: [] }]);
  expect(toastStore.get().map(({ text }) => text)).toEqual(['Changed. 7 more pages will be fetched.']);
});

test('a field that is empty again sets the default', async () => {
  const { sent } = renderForm(() => HttpResponse.json({ reopened: 0 }));
  const user = userEvent.setup({ delay: null });

  await user.clear(screen.getByLabelText('Requests at once'));
  await user.click(submitButton());

  await waitFor(() => expect(sent).toEqual([{ concurrency: null }]));
});

test('what the server rejects is said at its field, and the form stays open', async () => {
  const errors = [{ field: 'body.max_depth', message: 'too large' }];
  const problem = { type: 'urn:leadline:problem:invalid-request', detail: 'max_depth: too large', errors };
  const { onClose } = renderForm(() => HttpResponse.json(problem, { status: 422 }));
  const user = userEvent.setup({ delay: null });

  await user.type(screen.getByLabelText('Depth'), '99');
  await user.click(submitButton());

  await screen.findByRole('alert');
  const field = screen.getByLabelText('Depth');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    '✕ too large',
  );
  expect(onClose).not.toHaveBeenCalled();
});

test('a time that is none is said at its field and not sent', async () => {
  const { sent } = renderForm(() => HttpResponse.json({ reopened: 0 }));
  const user = userEvent.setup({ delay: null });

  await user.type(screen.getByLabelText('Time limit'), 'soon');

  expect(screen.getByLabelText('Time limit').getAttribute('aria-invalid')).toBe('true');
  expect(submitButton()).toHaveProperty('disabled', true);
  expect(sent).toEqual([]);
});
