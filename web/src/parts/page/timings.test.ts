import { expect, test } from 'vitest';
import { phasesOf } from './timings';

test('what is left of the time after the first byte was the download', () => {
  const page = { dns_ms: 1, connect_ms: 2, tls_ms: 0, first_byte_ms: 4, total_ms: 10 };

  expect(phasesOf(page)).toEqual([
    { name: 'DNS', ms: 1 },
    { name: 'connect', ms: 2 },
    { name: 'wait', ms: 4 },
    { name: 'download', ms: 3 },
  ]);
});

test('a page without an answer has no times', () => {
  const none = { dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null, total_ms: null };

  expect(phasesOf(none)).toEqual([]);
});
