/** The same scrape, asked for from elsewhere. */

import { curlOf } from '~/words/shell';
import type { Field } from './search';

export interface Asked {
  url: string;
  fields: readonly Field[];
}

export function asCurl(asked: Asked, origin: string, hasKey: boolean): string {
  const body = { url: asked.url, ...withSelectors(asked), markdown: true };
  return curlOf(`${origin}/api/scrape`, body, hasKey);
}

/** With the client of the package, which reads the key from LEADLINE_API_KEY. */
export function asPython(asked: Asked, origin: string): string {
  const { selectors } = withSelectors(asked);
  const pairs = Object.entries(selectors ?? {}).map(([name, css]) => `${text(name)}: ${text(css)}`);
  const fields = selectors ? `, selectors={${pairs.join(', ')}}` : '';
  return [
    'from leadline.client import Leadline',
    '',
    `with Leadline(${text(origin)}) as leadline:`,
    `    page = leadline.scrape(${text(asked.url)}${fields}, markdown=True)`,
    `    print(page.status_code, page.title)`,
    `    print(page.${selectors ? 'extracted' : 'markdown'})`,
    '',
  ].join('\n');
}

function withSelectors({ fields }: Asked): { selectors?: Record<string, string> } {
  if (fields.length === 0) return {};
  return { selectors: Object.fromEntries(fields.map(({ name, selector }) => [name, selector])) };
}

/** A text as Python reads it back: what JSON escapes means the same there. */
function text(value: string): string {
  return JSON.stringify(value);
}
