import { expect, test } from 'vitest';
import { limitWords, reasonWords } from './limits';

test('a crawl that its time limit cut says so once, in plain words', () => {
  const crawl = { reason: 'its time of 5 s was over (max_time)', limit_reached: ['max_time'] };

  expect(limitWords(crawl)).toBe('time limit reached');
  expect(reasonWords(crawl)).toBe('');
});

test('another reason is said as it is, without the name of a rule', () => {
  expect(reasonWords({ reason: 'the site is gone', limit_reached: ['max_pages'] })).toBe('the site is gone');
  expect(reasonWords({ reason: 'the root was not fetched within 5 s (max_time)', limit_reached: [] })).toBe(
    'the root was not fetched within 5 s',
  );
});
