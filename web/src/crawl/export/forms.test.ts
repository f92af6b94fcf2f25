import { expect, test } from 'vitest';
import { asCommand, asCurl, fileOf, pathOf } from './forms';
import { choiceOf, exportSearch } from './search';

const ID = '6a727249-237f-4426-98b7-1600fcd710e0';

test('without a word it is the pages, line by line', () => {
  const choice = choiceOf({});

  expect(fileOf(ID, choice)).toBe('crawl-6a727249-pages.jsonl');
  expect(pathOf(ID, choice)).toBe(`/api/v1/crawls/${ID}/export?format=jsonl&what=pages`);
});

test('choices that exclude each other are not sent', () => {
  expect(choiceOf({ what: 'graph', format: 'csv', text: true })).toEqual({
    what: 'graph',
    format: 'gexf',
    meta: false,
    text: false,
    html: false,
    gzip: false,
  });
  expect(choiceOf({ format: 'parquet', gzip: true }).gzip).toBe(false);
});

test('contents of pages have the same names in the address and the command', () => {
  const choice = choiceOf(exportSearch({ html: 'true', meta: true, text: 'no' }));

  expect(pathOf(ID, choice)).toBe(`/api/v1/crawls/${ID}/export?format=jsonl&what=pages&meta=true&html=true`);
  expect(asCommand(ID, choice)).toContain('--format jsonl --meta --html -o');
  expect(choiceOf({ what: 'leads', html: true }).html).toBe(false);
});

test('an export has a command and an address', () => {
  const choice = choiceOf(exportSearch({ what: 'leads', format: 'csv', gzip: 'true' }));

  expect(asCommand(ID, choice)).toBe(
    `leadline export ${ID} --what leads --format csv --gzip -o crawl-6a727249-leads.csv.gz`,
  );
  expect(asCurl(ID, choice, 'http://localhost:8080', true)).toBe(
    `curl -H "Authorization: Bearer $LEADLINE_KEY" -o crawl-6a727249-leads.csv.gz ` +
      `'http://localhost:8080/api/v1/crawls/${ID}/export?format=csv&what=leads&gzip=true'`,
  );
});
