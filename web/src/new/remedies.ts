/** What another crawl has to ask for, so that it fetches what a rule left out of this one. */

import type { Options } from '~/crawl/queries';
import type { Asked } from './asked';

export interface Remedy {
  /** "Crawl again …" */
  words: string;
  change: Partial<Asked>;
}

const ANYWHERE: Remedy = { words: 'with scope: anywhere', change: { scope: 'all' } };

const REMEDIES: Record<string, Remedy> = {
  disallow: { words: 'without asking robots.txt', change: { respectRobots: false } },
  domain: ANYWHERE,
  host: ANYWHERE,
  subpath: ANYWHERE,
  include: { words: 'without “Only addresses like”', change: { include: '' } },
  exclude: { words: 'without “None like”', change: { exclude: '' } },
  nofollow: { words: 'and follow nofollow links', change: { respectNofollow: false } },
  max_pages: { words: 'without a limit of pages', change: { maxPages: '' } },
  max_time: { words: 'without a time limit', change: { maxTime: '' } },
  max_per_shape: { words: 'without a limit of one shape', change: { maxPerShape: '0' } },
};

/** The remedy for a rule; undefined where no option of a crawl lifts it. */
export function remedyFor(rule: string, { max_depth }: Pick<Options, 'max_depth'>): Remedy | undefined {
  if (rule !== 'max_depth') return REMEDIES[rule];
  return { words: `${max_depth + 1} clicks deep`, change: { depth: String(max_depth + 1) } };
}
