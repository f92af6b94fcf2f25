import { expect, test } from 'vitest';
import { ago, bytes, count, counted, decimal, duration, milliseconds, percent } from './figures';

test('figures are grouped, and one thing is not several', () => {
  expect(count(48213)).toBe('48,213');
  expect(counted(1, 'page')).toBe('1 page');
  expect(counted(4812, 'page')).toBe('4,812 pages');
  expect(decimal(0.53)).toBe('0.5');
  expect(decimal(18.4)).toBe('18');
});

test('a hundred percent is said only when nothing is left', () => {
  expect(percent(0.634)).toBe('63 %');
  expect(percent(0.9999)).toBe('99 %');
  expect(percent(1)).toBe('100 %');
});

test('times and sizes have the unit that fits', () => {
  expect(duration(0.24)).toBe('0.2s');
  expect(duration(42)).toBe('42s');
  expect(duration(252)).toBe('4m 12s');
  expect(duration(3 * 3600 + 120)).toBe('3h 2m');
  expect(milliseconds(0.42)).toBe('0.4 ms');
  expect(milliseconds(999.7)).toBe('1 s');
  expect(milliseconds(412)).toBe('412 ms');
  expect(milliseconds(1240)).toBe('1.2 s');
  expect(bytes(900)).toBe('900 B');
  expect(bytes(1_500)).toBe('1.5 KB');
  expect(bytes(1_000_000)).toBe('1 MB');
});

test('times ago are in words', () => {
  const now = new Date('2026-11-16T12:00:00Z');
  expect(ago(new Date('2026-11-16T11:59:58Z'), now)).toBe('just now');
  expect(ago(new Date('2026-11-16T11:59:30Z'), now)).toBe('30 s ago');
  expect(ago(new Date('2026-11-16T10:00:00Z'), now)).toBe('2 h ago');
  expect(ago(new Date('2026-10-01T10:00:00Z'), now)).toBe('Oct 1, 2026');
});
