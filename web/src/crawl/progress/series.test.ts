import { expect, test } from 'vitest';
import type { Progress } from '~/api/queries';
import { matching } from './matching';
import { paceWords } from './paces';
import { joined, mostOf, type Sample, sampleOf, secondsLeft, seriesOf } from './series';

function sample(at: number, fetched: number, queued = 0): Sample {
  return { at, fetched, queued, failed: 0 };
}

test('live samples come after the timeline of the server', () => {
  const kept = [0, 10, 20].map((s) => ({
    at: new Date(s * 1000).toISOString(),
    fetched: s,
    pending: 5,
    in_progress: 2,
    failed: 0,
    leads: 0,
    pages_per_s: 1,
  }));

  const samples = joined(kept, [sample(15, 15), sample(16, 17)]);

  expect(samples.map((each) => each.at)).toEqual([0, 10, 15, 16]);
  expect(samples[0]?.queued).toBe(5);
});

test('a page that is being fetched is not queued, as in the figures', () => {
  const progress = { figures: { fetched: 3, fetching: 12, queued: 5015, failed: 1 } } as Progress;

  expect(sampleOf(progress, 7)).toEqual({ at: 7, fetched: 3, queued: 5015, failed: 1 });
});

test('the rate is that of the last few seconds', () => {
  const { rates } = seriesOf([sample(0, 0), sample(10, 20), sample(11, 30), sample(12, 40)]);

  expect(rates.map(Math.round)).toEqual([2, 2, 3, 10]);
});

test('the pages of the first seconds are in the rate, which is never below the average', () => {
  const samples = joined([], [sample(1, 400), sample(12, 420)], new Date(0).toISOString());
  const { rates } = seriesOf(samples);

  expect(rates.map(Math.round)).toEqual([400, 400, 2]);
  expect(mostOf(rates, 35)).toBe(400);
  expect(mostOf([372], 420)).toBe(420);
});

test('a page in the first milliseconds makes no peak', () => {
  const samples = joined([], [sample(0.004, 1), sample(10, 31)], new Date(0).toISOString());

  expect(seriesOf(samples).rates.map(Math.round)).toEqual([3, 3, 3]);
});

test('the time left is known when the queue was steady for a minute', () => {
  const falling = Array.from({ length: 8 }, (_, at) => sample(at * 10, at * 10, 100 - at * 10));
  const growing = falling.map((each, at) => ({ ...each, queued: 30 + (at % 2) }));

  expect(secondsLeft(falling)).toBe(30);
  expect(secondsLeft(falling.slice(3))).toBeUndefined();
  expect(secondsLeft(growing)).toBeUndefined();
});

test('a pace says whose wish it is', () => {
  expect(paceWords({ gap_s: 2, why: 'robots.txt' })).toBe('1 request / 2 s, because robots.txt says so');
  expect(paceWords({ gap_s: 0.1, why: 'the default' })).toBe('1 request / 100 ms, the default of the server');
  expect(paceWords({ gap_s: 0, why: '--delay-ms' })).toBe('no delay between requests, set by this crawl');
});

test('a log is filtered by a regular expression, and by half of one not at all', () => {
  expect(['/a/1', '/b/2'].filter(matching('^/A/\\d').matches)).toEqual(['/a/1']);
  expect(matching('(').matches('/a')).toBe(true);
  expect([matching('(').error, matching('').error]).toEqual([true, false]);
});
