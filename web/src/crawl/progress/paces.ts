/** A host's pace and why, in words: "1 request / 2 s, because robots.txt says so". */

import { milliseconds } from '~/words/figures';
import type { Host } from './queries';

const WHY: Record<string, string> = {
  'the default': 'the default of the server',
  '--delay-ms': 'set by this crawl',
  'robots.txt': 'because robots.txt says so',
  'another crawl': 'because another crawl needs it',
};

export function paceWords({ gap_s, why }: Pick<Host, 'gap_s' | 'why'>): string {
  const pace = gap_s > 0 ? `1 request / ${milliseconds(gap_s * 1000)}` : 'no delay between requests';
  return `${pace}, ${WHY[why] ?? why}`;
}
