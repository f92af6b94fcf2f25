import { expect, test } from 'vitest';
import { secondsIn, timeTyped, timeWords } from './times';

test('times are typed as the command line takes them', () => {
  expect(secondsIn('')).toBeUndefined();
  expect(secondsIn('10m')).toBe(600);
  expect(secondsIn(' 1h 30 min ')).toBe(5_400);
  expect(secondsIn('1.5h')).toBe(5_400);
  for (const wrong of ['10', 'soon', '10x', '-5m', 'm']) expect(secondsIn(wrong)).toBeNaN();
});

test('times are written as they are typed, and read as people say them', () => {
  for (const seconds of [0.5, 90, 600, 5_400, 90_000]) expect(secondsIn(timeTyped(seconds))).toBe(seconds);
  expect(timeTyped(5_400)).toBe('1h30m');
  expect(timeWords(600)).toBe('10 min');
  expect(timeWords(5_400)).toBe('1 h 30 min');
});
