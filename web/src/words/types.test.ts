import { expect, test } from 'vitest';
import { typeName } from './types';

test('types are called as people call them', () => {
  expect(typeName('text/html; charset=utf-8')).toBe('HTML');
  expect(typeName('image/png')).toBe('PNG');
  expect(typeName('application/x-gzip')).toBe('GZIP');
  expect(typeName('application/vnd.ms-excel')).toBe('ms-excel');
  expect(typeName('nonsense')).toBe('nonsense');
  expect(typeName(`a/${'b'.repeat(1000)}`)).toHaveLength(24);
});
