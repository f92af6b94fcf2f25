/** The search parameters of the playground: `?url=…&fields=title: h1`. */

import { oneOf, textOf, withoutUndefined } from '~/words/search';

export const TABS = ['markdown', 'text', 'links', 'fields', 'html', 'json', 'timing'] as const;
export type Tab = (typeof TABS)[number];

export interface PlaygroundSearch {
  url?: string;
  /** One a line, as people write them. */
  fields?: string;
  tab?: Tab;
}

export interface Field {
  name: string;
  /** CSS. */
  selector: string;
}

/** As many as the server takes, and as long. */
const MOST = 100;
export const LONGEST_NAME = 100;
export const LONGEST_SELECTOR = 1_000;

export function playgroundSearch(search: Record<string, unknown>): PlaygroundSearch {
  return withoutUndefined({
    url: textOf(search.url),
    fields: textOf(search.fields),
    tab: oneOf(TABS, search.tab),
  });
}

/** `og:title: meta` is a field of the name `og:title`. */
export function fieldsIn(text = ''): Field[] {
  const lines = text.split('\n').map((line) => /^(.+?): +(.+)$/.exec(line.trim()));
  return lines
    .filter((found) => found !== null)
    .map(([, name = '', selector = '']) => ({
      name: name.slice(0, LONGEST_NAME),
      selector: selector.slice(0, LONGEST_SELECTOR),
    }))
    .slice(0, MOST);
}

export function fieldsAsText(fields: readonly Field[]): string | undefined {
  return fields.map(({ name, selector }) => `${name}: ${selector}`).join('\n') || undefined;
}
