import { expect, test } from 'vitest';
import { sentence } from './sentences';

test('words of the server become a sentence', () => {
  expect(sentence('the crawl is over')).toBe('The crawl is over.');
  expect(sentence('failed: no answer')).toBe('Failed: no answer.');
  expect(sentence('did you mean url?')).toBe('Did you mean url?');
});

test('names at the beginning keep their spelling', () => {
  for (const text of [
    'exmaple.invalid does not exist.',
    'robots.txt cannot be read: HTTP 500.',
    'intranet does not exist (http://intranet/).',
    'localhost:8100 does not answer.',
  ]) {
    expect(sentence(text)).toBe(text);
  }
});
