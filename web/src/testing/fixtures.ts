/** Answers of the server, for tests. */

import type { Schemas } from '~/api/client';
import type { About, Options, Progress } from '~/api/queries';

export const about: About = {
  version: '1',
  demo_url: null,
  max_pages_limit: null,
  defaults: {
    max_depth: 3,
    concurrency: 5,
    delay_ms: 100,
    parallel_per_host: 2,
    timeout_ms: 10_000,
    user_agent: 'Leadline/1',
    respect_robots: true,
  },
};

export const progress = {
  crawl_id: 'c1',
  status: 'completed',
  submitted_url: 'https://example.org/',
  root_url: 'https://example.org/',
  requested_depth: 3,
  max_depth: 3,
  reason: '',
  limit_reached: [],
  skipped_by: {},
  figures: {
    found: 3,
    fetched: 3,
    failed: 0,
    skipped: 0,
    too_deep: 0,
    cancelled: 0,
    queued: 0,
    fetching: 0,
  },
  leads: 3,
  seq: 3,
  duration_s: 1,
  pages_per_s: 3,
  created_at: '2026-01-01T00:00:00Z',
  started_at: '2026-01-01T00:00:00Z',
  finished_at: '2026-01-01T00:00:01Z',
} as unknown as Progress;

export const options = {
  max_depth: 3,
  scope: 'domain',
  include: [],
  exclude: ['/tag/*'],
  max_pages: null,
  max_time_s: null,
  concurrency: 5,
  delay_ms: 100,
} as unknown as Options;

/** The page at a place of a list: "/0", "/1" … */
export function listedPage(place: number): Schemas['ListedPage'] {
  return {
    id: `p${place}`,
    url: `https://example.org/${place}`,
    title: `Page ${place}`,
    state: 'COMPLETED',
    fetched: true,
    status: 200,
    depth: 1,
    attempts: 1,
    host: 'example.org',
    content_type: 'text/html',
    took_ms: 12,
    size: 1_024,
    links_in: 1,
    links_out: 1,
  } as Schemas['ListedPage'];
}
