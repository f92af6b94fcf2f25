import { expect, test } from 'vitest';
import type { Progress } from '~/api/queries';
import { choicesFor } from './choices';

const crawl = { crawl_id: 'abc', status: 'completed', submitted_url: 'https://example.org/' } as Progress;

test('a pasted address can be crawled, scraped, and found in a crawl of its site', () => {
  const choices = choicesFor('https://example.org/a/b', [crawl]);

  expect(choices.map((choice) => choice.label)).toEqual(['Crawl it', 'Scrape it', 'Find it in example.org']);
  expect(choices[0]?.to).toEqual({ to: '/crawls/new', search: { url: 'https://example.org/a/b' } });
  expect(choices[2]?.to).toMatchObject({ params: { id: 'abc' }, search: { search: 'example.org/a/b' } });
});

test('crawls of one site differ by their path', () => {
  const docs = { ...crawl, submitted_url: 'https://example.org/docs/' };

  expect(choicesFor('docs', [crawl, docs]).map((choice) => choice.label)).toEqual(['example.org/docs']);
});

test('words find crawls and places by name', () => {
  expect(choicesFor('exam', [crawl]).map((choice) => choice.label)).toEqual(['example.org']);
  expect(choicesFor('play', [crawl]).map((choice) => choice.label)).toEqual(['Scrape playground']);
  expect(choicesFor('', [crawl])).toHaveLength(4);
});
