import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

afterEach(cleanup);
// Screens are loaded when they are opened: on a busy machine that takes a second.
configure({ asyncUtilTimeout: 10_000 });

// Interfaces of browsers that jsdom lacks.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false;
};
HTMLElement.prototype.showPopover ??= vi.fn();
HTMLElement.prototype.hidePopover ??= vi.fn();
globalThis.ResizeObserver ??= class {
  observe = vi.fn();
  unobserve = vi.fn();
  disconnect = vi.fn();
};
globalThis.IntersectionObserver ??= class {
  observe = vi.fn();
  disconnect = vi.fn();
} as unknown as typeof IntersectionObserver;
globalThis.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener: vi.fn(),
  removeEventListener: vi.fn(),
})) as unknown as typeof matchMedia;
window.scrollTo = ((to: ScrollToOptions) => {
  window.scrollY = to.top ?? 0;
  setTimeout(() => window.dispatchEvent(new Event('scroll')));
}) as typeof window.scrollTo;
