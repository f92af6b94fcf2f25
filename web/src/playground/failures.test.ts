import { expect, test } from 'vitest';
import { ProblemError } from '~/api/problems';
import { titleOf } from './failures';

function refused(detail: string): ProblemError {
  const type = 'urn:leadline:problem:refused-by-robots';
  return new ProblemError({
    type,
    title: 'Forbidden',
    status: 403,
    detail,
    next_step: null,
    request_id: '',
    errors: null,
  });
}

test('a robots.txt that could not be read forbids nothing', () => {
  expect(titleOf(refused('robots.txt: Disallow: /private/'))).toBe('robots.txt forbids this page');
  expect(titleOf(refused('robots.txt cannot be read: connection refused'))).toBe('The site did not answer');
  expect(titleOf(refused('robots.txt cannot be read: HTTP 503'))).toBe('robots.txt could not be read');
});
