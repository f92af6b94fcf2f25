/** The limits that cut a crawl, in words. */

import type { Progress } from '~/api/queries';
import { ruleWords } from './causes';

/** "limit of pages reached"; empty for a crawl that no limit cut. */
export function limitWords({ limit_reached }: Pick<Progress, 'limit_reached'>): string {
  if (limit_reached.length === 0) return '';
  return `${limit_reached.map((rule) => ruleWords(rule).replace(/^the /, '')).join(', ')} reached`;
}
