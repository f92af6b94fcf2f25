/** The limits that a crawl reached, in words. */

import type { components } from '~/api/schema';
import { ruleWords } from './causes';

type Progress = components['schemas']['Progress'];

/** "page limit reached"; empty for a crawl that reached no limit. */
export function limitWords({ limit_reached }: Pick<Progress, 'limit_reached'>): string {
  if (limit_reached.length === 0) return '';
  return `${limit_reached.map((rule) => ruleWords(rule).replace(/^the /, '')).join(', ')} reached`;
}

/** Return why a crawl is as it is, without the rule's name; empty where `limitWords` says the same. */
export function reasonWords({ reason, limit_reached }: Pick<Progress, 'reason' | 'limit_reached'>): string {
  const rule = /\((max_\w+)\)$/.exec(reason ?? '')?.[1];
  if (rule && limit_reached.includes(rule)) return '';
  return (reason ?? '').replace(/ \(max_\w+\)$/, '');
}
