import { expect, test } from 'vitest';
import type { Options } from '~/api/queries';
import { emptyForm, figureError, formLike, requestOf, timeError } from '~/parts/options/crawl-form';
import { about } from '~/testing/fixtures';
import { asCommand, asCurl } from './copies';
import { sentenceOf } from './sentence';

const empty = emptyForm(about, 'example.org');

test('an address is enough, and nothing else is sent', () => {
  const request = requestOf(empty, about);

  expect(request).toEqual({ url: 'https://example.org/' });
  expect(sentenceOf(request, about)).toBe(
    'Follow links on example.org and its subdomains, 3 clicks deep, as many pages as there are, ' +
      '2 at a time and 100 ms apart, obeying robots.txt.',
  );
});

test('the sentence says what will be sent', () => {
  const request = requestOf(
    {
      ...empty,
      depth: '0',
      maxPages: '5,000',
      delayMs: '0',
      scope: 'host',
      respectRobots: false,
      exclude: '/tag/*',
    },
    about,
  );

  expect(request).toEqual({
    url: 'https://example.org/',
    max_depth: 0,
    max_pages: 5000,
    delay_ms: 0,
    scope: 'host',
    respect_robots: false,
    exclude: ['/tag/*'],
  });
  expect(sentenceOf(request, about)).toBe(
    'Follow links on example.org alone, the first page only, at most 5,000 pages, ' +
      '5 at a time without a delay, ignoring robots.txt, excluding /tag/*.',
  );
});

test('the command means the same, and a shell reads it back', () => {
  const request = requestOf(
    { ...empty, depth: '3', exclude: "/it's/*", headers: 'A: b', sitemap: true },
    about,
  );

  expect(asCommand(request)).toBe(
    `leadline crawl https://example.org/ --depth 3 --exclude '/it'\\''s/*' --sitemap --header 'A: b'`,
  );
  expect(asCurl(request, 'http://localhost', false)).toContain(`-d '{"url":"https://example.org/"`);
});

test('figures are whole', () => {
  expect(figureError('', 1)).toBeUndefined();
  expect(figureError('1,000', 1)).toBeUndefined();
  expect(figureError('0', 1)).toBe('At least 1.');
  expect(figureError('many', 1)).toBe('A whole number, please.');
});

test('a time limit is in the sentence, the request and the command', () => {
  const request = requestOf({ ...empty, maxTime: '10m' }, about);

  expect(request).toEqual({ url: 'https://example.org/', max_time_s: 600 });
  expect(sentenceOf(request, about)).toContain('as many pages as there are, for at most 10 min, 2 at a time');
  expect(asCommand(request)).toBe('leadline crawl https://example.org/ --max-time 10m');
  expect(timeError('10m')).toBeUndefined();
  expect(timeError('0s')).toBe('A time such as 90s, 10m or 1h30m, please.');
  expect(timeError('0s', 0)).toBeUndefined();
  expect(timeError('ten')).toBe('A time such as 90s, 10m or 1h30m, please.');
});

test('a crawl that is crawled again has all its options', () => {
  const form = {
    max_depth: 1,
    max_pages: 50,
    max_time_s: 5400,
    concurrency: 7,
    delay_ms: 20,
    timeout_ms: 999,
    max_attempts: 2,
    max_per_shape: 9,
    host_outage_max_s: 600,
    scope: 'host',
    include: ['/a/*'],
    exclude: ['/b/*'],
    sitemap: true,
    user_agent: 'Other/1',
    respect_robots: false,
    respect_nofollow: true,
    keep: [],
  };
  const model = { ...form, requested_depth: 2, external: false, fold_path_case: false, headers: [] };

  const like = formLike(about, 'https://example.org/', model as Options);

  expect(requestOf(like, about)).toEqual({ url: 'https://example.org/', ...form });
});
