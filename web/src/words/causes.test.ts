import { expect, test } from 'vitest';
import { causeOf, mostlyIn, ruleWords } from './causes';

test('causes are said plainly, and what is not known by name keeps its own', () => {
  expect(causeOf('HttpError', 404)).toBe('Not found');
  expect(causeOf('HttpError', 599)).toBe('Server error');
  expect(causeOf('TimedOut', null)).toBe('No answer in time');
  expect(causeOf('SomethingNew', null)).toBe('SomethingNew');
  expect(ruleWords('max_per_shape')).toBe('too many of one shape');
});

test('the deepest folder of most addresses is found', () => {
  const addresses = ['search/1', 'search/2', 'search/old/3', 'about'].map(
    (path) => `https://a.example/${path}`,
  );

  expect(mostlyIn(addresses)).toBe('/search');
  expect(
    mostlyIn(['https://a.example/x/1', 'https://a.example/y/2', 'https://a.example/z/3']),
  ).toBeUndefined();
  expect(mostlyIn(['https://a.example/x/1'])).toBeUndefined();
  expect(mostlyIn(['no address', 'no address', 'no address'])).toBeUndefined();
});
