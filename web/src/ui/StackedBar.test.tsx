import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Figures } from '~/words/pages';
import { StackedBar, shareOver } from './StackedBar';

function figures(fetched: number, found: number, failed = 0): Figures {
  const queued = found - fetched - failed;
  return { found, fetched, failed, skipped: 0, too_deep: 0, cancelled: 0, fetching: 0, queued };
}

function shown(): number {
  return Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'));
}

test('the bar never runs backwards, however the total grows', () => {
  const { rerender } = render(<StackedBar figures={figures(50, 100)} />);
  expect(shown()).toBe(50);

  rerender(<StackedBar figures={figures(60, 1_000)} />);
  expect(shown()).toBe(50);

  rerender(<StackedBar figures={figures(800, 1_000)} />);
  expect(shown()).toBe(80);
});

test('its parts are what was fetched and failed, and fill what is over', () => {
  render(<StackedBar figures={figures(30, 100, 10)} />);
  const [fetched, failed] = screen.getByRole('progressbar').children as unknown as HTMLElement[];

  expect(fetched?.style.width).toBe('30%');
  expect(failed?.style.width).toBe('10%');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
    '30 fetched, 10 failed, 60 queued, of 100 found',
  );
});

test('a crawl of nothing is at nothing', () => {
  expect(shareOver(figures(0, 0))).toBe(0);
});
