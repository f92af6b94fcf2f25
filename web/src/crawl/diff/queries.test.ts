import { expect, test } from 'vitest';
import type { Progress } from '~/api/queries';
import { earlierOf } from './queries';

function crawl(more: Partial<Progress>): Progress {
  const known = { submitted_url: 'https://a.example/', status: 'completed', created_at: '2026-01-01' };
  return { ...known, ...more } as Progress;
}

test('a crawl is compared with those of its address that were over before it', () => {
  const before = crawl({});
  const others = [
    crawl({ submitted_url: 'https://a.example/b' }),
    crawl({ status: 'running' }),
    crawl({ created_at: '2026-03-01' }),
  ];
  const now = crawl({ created_at: '2026-02-01' });

  expect(earlierOf([now, before, ...others], now)).toEqual([before]);
});
