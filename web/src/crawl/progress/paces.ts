/** A host's pace and why, in words: "1 request / 2 s, because robots.txt says so". */

import { milliseconds } from '~/words/figures';
import type { Host } from './queries';

const WHY: Record<string, string> = {
  'the default': 'as the server does by default',
  '--delay-ms': 'as this crawl asks',
  'robots.txt': 'because robots.txt says so',
  'another crawl': 'because another crawl asks for it',
};

export function paceWords({ gap_s, why }: Pick<Host, 'gap_s' | 'why'>): string {
  const pace = gap_s > 0 ? `1 request / ${milliseconds(gap_s * 1000)}` : 'no gap between requests';
  return `${pace}, ${WHY[why] ?? why}`;
}
