/** The scrape as a command and as a program. */

import { curlOf } from '~/words/shell';
import type { Field } from './search';

export interface ScrapeChoice {
  url: string;
  fields: readonly Field[];
}

export function asCurl(choice: ScrapeChoice, origin: string, hasKey: boolean): string {
  const body = { url: choice.url, ...withSelectors(choice), markdown: true };
  return curlOf(`${origin}/api/scrape`, body, hasKey);
}

/** With the client of the package, which reads the key from LEADLINE_API_KEY. */
export function asPython(choice: ScrapeChoice, origin: string): string {
  const { selectors } = withSelectors(choice);
  const pairs = Object.entries(selectors ?? {}).map(([name, css]) => `${text(name)}: ${text(css)}`);
  const fields = selectors ? `, selectors={${pairs.join(', ')}}` : '';
  return [
    'from leadline.client import Leadline',
    '',
    `with Leadline(${text(origin)}) as leadline:`,
    `    page = leadline.scrape(${text(choice.url)}${fields}, markdown=True)`,
    `    print(page.status_code, page.title)`,
    `    print(page.${selectors ? 'extracted' : 'markdown'})`,
    '',
  ].join('\n');
}

function withSelectors({ fields }: ScrapeChoice): { selectors?: Record<string, string> } {
  if (fields.length === 0) return {};
  return { selectors: Object.fromEntries(fields.map(({ name, selector }) => [name, selector])) };
}

/** A text as Python reads it back: what JSON escapes means the same there. */
function text(value: string): string {
  return JSON.stringify(value);
}
