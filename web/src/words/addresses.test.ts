import { expect, test } from 'vitest';
import { addressError, addressIn, isWeb, middleCut, pathOf, shortOf, siteOf } from './addresses';

test('what people type is an address, or it is not', () => {
  expect(addressIn(' example.org ')).toBe('https://example.org/');
  expect(addressIn('http://localhost:8100/a')).toBe('http://localhost:8100/a');
  expect(addressIn('localhost/a')).toBe('http://localhost/a');
  expect(addressIn('127.0.0.1')).toBe('http://127.0.0.1/');
  expect(addressIn('[::1]/a')).toBe('http://[::1]/a');
  expect(addressIn('example.org:8100')).toBe('http://example.org:8100/');
  expect(addressIn('example.org:443/a')).toBe('https://example.org/a');
  expect(addressIn('127.0.0.1:443')).toBe('https://127.0.0.1/');
  expect(addressIn('https://127.0.0.1')).toBe('https://127.0.0.1/');
  expect(addressIn('two words')).toBeNull();
  expect(addressIn('javascript:alert(1)')).toBeNull();
  expect(addressIn('ftp://example.org/')).toBeNull();
  expect(addressIn('word')).toBeNull();
});

test('what is no address is explained, with what to type instead', () => {
  expect(addressError('htp://example.com')).toBe(
    'htp:// cannot be crawled: write http:// or https:// instead.',
  );
  expect(addressError('two words')).toBe(
    'This is not a web address: it has spaces. Try https://example.org/',
  );
  expect(addressError('word')).toBe('This is not a web address. Try example.org or https://example.org/');
  expect(addressError('http://')).toBe('This is not a web address. Try example.org or https://example.org/');
  expect(addressError(' ')).toBe('Enter an address, such as https://example.org/');
  expect(addressError('example.org')).toBeUndefined();
  expect(addressError('http://intranet/')).toBeUndefined();
});

test('only addresses of the web are opened', () => {
  expect(isWeb('https://example.org/')).toBe(true);
  expect(isWeb('HTTP://example.org/')).toBe(true);
  for (const hostile of ['javascript:alert(1)', ' java\tscript:alert(1)', 'data:text/html,x', '/a', '']) {
    expect(isWeb(hostile)).toBe(false);
  }
});

test('addresses are shortened to what tells most', () => {
  expect(siteOf('http://127.0.0.1:8100/a')).toBe('127.0.0.1:8100');
  expect(pathOf('https://example.org/a?b=1')).toBe('/a?b=1');
  expect(shortOf('https://example.org/')).toBe('example.org');
  expect(middleCut('abcdefghij', 5)).toBe('ab…ij');
  expect(middleCut('abc', 5)).toBe('abc');
  expect(siteOf('not an address')).toBe('not an address');
});
