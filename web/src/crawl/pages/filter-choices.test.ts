import { expect, test } from 'vitest';
import type { Statistics } from '../queries';
import { hostChoices, statusChoices, typeChoices } from './filter-choices';

const stats = {
  by_status: { 200: 1200, 301: 4, 404: 7, 410: 1 },
  by_content_type: { 'text/html': 1200, '(none)': 3 },
  hosts: 2,
  by_host: { 'a.example': 9, 'b.example': 1 },
} as unknown as Statistics;

test('statuses are offered by class and one by one, with their figures', () => {
  expect(statusChoices(stats).map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
    '2xx: 1,200',
    '3xx: 4',
    '4xx: 8',
    '200: 1,200',
    '301: 4',
    '404: 7',
    '410: 1',
  ]);
});

test('there is no choice without a filter', () => {
  expect(typeChoices(stats).map(({ label }) => label)).toEqual(['text/html']);
  expect(hostChoices({ ...stats, hosts: 1 })).toEqual([]);
});

test('before anything is counted, the usual is offered', () => {
  expect(statusChoices(undefined)[2]).toEqual({
    change: { status: '4xx' },
    label: '4xx',
    detail: 'client errors',
  });
  expect(typeChoices(undefined)).toHaveLength(5);
});
