import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Counts, StackedBar, shareDone } from './StackedBar';

function counts(completed: number, total: number, failed = 0): Counts {
  return { completed, failed, skipped: 0, cancelled: 0, in_progress: 0, total };
}

function shown(): number {
  return Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'));
}

test('the bar never runs backwards, however the total grows', () => {
  const { rerender } = render(<StackedBar counts={counts(50, 100)} />);
  expect(shown()).toBe(50);

  rerender(<StackedBar counts={counts(60, 1_000)} />);
  expect(shown()).toBe(50);

  rerender(<StackedBar counts={counts(800, 1_000)} />);
  expect(shown()).toBe(80);
});

test('its parts are what is done and failed, and fill what is over', () => {
  render(<StackedBar counts={counts(30, 100, 10)} />);
  const [done, failed] = screen.getByRole('progressbar').children as unknown as HTMLElement[];

  expect(done?.style.width).toBe('30%');
  expect(failed?.style.width).toBe('10%');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
    '30 done, 10 failed, 0 skipped, of 100',
  );
});

test('a crawl of nothing is at nothing', () => {
  expect(shareDone(counts(0, 0))).toBe(0);
});
