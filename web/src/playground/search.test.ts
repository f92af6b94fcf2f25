import { expect, test } from 'vitest';
import { asCurl, asPython } from './copies';
import { fieldsAsText, fieldsIn } from './search';
import { complete } from './useFields';

const FIELDS = [
  { name: 'og:title', selector: 'meta[property="og:title"]' },
  { name: 'unit price', selector: '.price:first-child, b' },
];

test('an address carries fields of any name', () => {
  expect(fieldsIn(fieldsAsText(FIELDS))).toEqual(FIELDS);
  expect(fieldsIn(fieldsAsText([]))).toEqual([]);
  expect(fieldsIn('no field\n: x\nname:\n')).toEqual([]);
});

test('a field needs a selector, and gets a name; of one name there is one', () => {
  const rows = [
    { name: '', selector: ' h1 ' },
    { name: 'empty', selector: '' },
    { name: 'a:  b', selector: 'p' },
    { name: 'a:b', selector: 'i' },
  ];

  expect(complete(rows)).toEqual([
    { name: 'field1', selector: 'h1' },
    { name: 'a:b', selector: 'p' },
  ]);
});

test('a scrape has a command and a program', () => {
  const choice = { url: 'https://example.org/', fields: [{ name: "it's", selector: 'a[href="x"]' }] };

  expect(asCurl(choice, 'http://localhost', true)).toBe(
    `curl http://localhost/api/scrape \\
  -H "Authorization: Bearer $LEADLINE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://example.org/","selectors":{"it'\\''s":"a[href=\\"x\\"]"},"markdown":true}'`,
  );
  expect(asPython(choice, 'http://localhost')).toContain(
    `leadline.scrape("https://example.org/", selectors={"it's": "a[href=\\"x\\"]"}, markdown=True)`,
  );
});
