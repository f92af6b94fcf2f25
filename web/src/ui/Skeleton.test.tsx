import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AfterDelay } from './Skeleton';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what comes at once is not announced by a skeleton', () => {
  render(<AfterDelay>bones</AfterDelay>);
  act(() => void vi.advanceTimersByTime(199));
  expect(screen.queryByText('bones')).toBeNull();

  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByText('bones')).toBeTruthy();
});
