import { expect, test } from 'vitest';
import type { Statistics } from '../queries';
import { hostOffers, statusOffers, typeOffers } from './offers';

const stats = {
  by_status: { 200: 1200, 301: 4, 404: 7, 410: 1 },
  by_content_type: { 'text/html': 1200, '(none)': 3 },
  hosts: 2,
  by_host: { 'a.example': 9, 'b.example': 1 },
} as unknown as Statistics;

test('statuses are offered by class and one by one, with their figures', () => {
  expect(statusOffers(stats).map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
    '2xx: 1,200',
    '3xx: 4',
    '4xx: 8',
    '200: 1,200',
    '301: 4',
    '404: 7',
    '410: 1',
  ]);
});

test('what cannot be asked for is not offered', () => {
  expect(typeOffers(stats).map(({ label }) => label)).toEqual(['text/html']);
  expect(hostOffers({ ...stats, hosts: 1 })).toEqual([]);
});

test('before anything is counted, the usual is offered', () => {
  expect(statusOffers(undefined)[2]).toEqual({
    change: { status: '4xx' },
    label: '4xx',
    detail: 'refused or missing',
  });
  expect(typeOffers(undefined)).toHaveLength(5);
});
