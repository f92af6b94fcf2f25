import { given, textOf } from '~/words/search';

export interface PlaygroundSearch {
  url?: string;
}

export function playgroundSearch(search: Record<string, unknown>): PlaygroundSearch {
  return given({ url: textOf(search.url) });
}
