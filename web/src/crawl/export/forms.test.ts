import { expect, test } from 'vitest';
import { asCommand, asCurl, fileOf, pathOf } from './forms';
import { askedOf, exportSearch } from './search';

const ID = '6a727249-237f-4426-98b7-1600fcd710e0';

test('without a word it is the pages, line by line', () => {
  const asked = askedOf({});

  expect(fileOf(ID, asked)).toBe('crawl-6a727249-pages.jsonl');
  expect(pathOf(ID, asked)).toBe(`/api/v1/crawls/${ID}/export?format=jsonl&what=pages`);
});

test('what does not go together is not asked for', () => {
  expect(askedOf({ what: 'graph', format: 'csv', text: true })).toEqual({
    what: 'graph',
    format: 'gexf',
    text: false,
    gzip: false,
  });
  expect(askedOf({ format: 'parquet', gzip: true }).gzip).toBe(false);
});

test('the same is told for a terminal', () => {
  const asked = askedOf(exportSearch({ what: 'leads', format: 'csv', gzip: 'true' }));

  expect(asCommand(ID, asked)).toBe(
    `leadline export ${ID} --what leads --format csv --gzip -o crawl-6a727249-leads.csv.gz`,
  );
  expect(asCurl(ID, asked, 'http://localhost:8080', true)).toBe(
    `curl -H "Authorization: Bearer $LEADLINE_KEY" -o crawl-6a727249-leads.csv.gz ` +
      `'http://localhost:8080/api/v1/crawls/${ID}/export?format=csv&what=leads&gzip=true'`,
  );
});
