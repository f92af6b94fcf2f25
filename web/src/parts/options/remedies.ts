/** How pages that a rule skipped can be fetched: by other options of the crawl. */

import type { Options } from '~/api/queries';
import type { CrawlForm } from './crawl-form';

export interface Remedy {
  /** The button of a crawl that is over: "Crawl again …". */
  again: string;
  /** The options of that crawl. */
  change: Partial<CrawlForm>;
  /** The button of a crawl that is not over, where its options can still be changed. */
  now?: string;
}

const ANYWHERE: Remedy = { again: 'with scope: anywhere', change: { scope: 'all' } };

const REMEDIES: Record<string, Remedy> = {
  disallow: { again: 'ignoring robots.txt', change: { respectRobots: false } },
  unreachable: { again: 'ignoring robots.txt', change: { respectRobots: false } },
  domain: ANYWHERE,
  host: ANYWHERE,
  subpath: ANYWHERE,
  include: { again: 'without include patterns', change: { include: '' }, now: 'Change the patterns' },
  exclude: { again: 'without exclude patterns', change: { exclude: '' }, now: 'Change the patterns' },
  nofollow: { again: 'following nofollow links', change: { respectNofollow: false } },
  max_pages: { again: 'without a page limit', change: { maxPages: '' }, now: 'Raise the page limit' },
  max_time: { again: 'without a time limit', change: { maxTime: '' }, now: 'Raise the time limit' },
  max_per_shape: { again: 'without a limit per shape', change: { maxPerShape: '0' } },
};

/** Return the remedy for a rule; undefined where no option of a crawl changes what the rule does. */
export function remedyFor(rule: string, { max_depth }: Pick<Options, 'max_depth'>): Remedy | undefined {
  if (rule !== 'max_depth') return REMEDIES[rule];
  const depth = max_depth + 1;
  return { again: `${depth} clicks deep`, change: { depth: String(depth) }, now: 'Raise the depth' };
}
