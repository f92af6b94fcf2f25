import { useQueries } from '@tanstack/react-query';
import { api, dataOf } from '~/api/client';
import type { Matched } from '~/parts/page/Matches';
import type { Field } from './search';

export interface Match extends Field {
  found: Matched | undefined;
  error: Error | null;
}

/** Return the matches of each field on the stored page; nothing is fetched again. */
export function useMatches(artifactId: string | null | undefined, fields: readonly Field[]): Match[] {
  const queries = useQueries({
    queries: fields.map(({ name, selector }) => ({
      queryKey: ['extract', artifactId, name, selector],
      queryFn: ({ signal }: { signal: AbortSignal }) => matched(artifactId ?? '', { name, selector }, signal),
      enabled: Boolean(artifactId),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
  });
  return fields.map((field, place) => {
    const query = queries[place];
    return { ...field, found: query?.error ? undefined : query?.data, error: query?.error ?? null };
  });
}

/** One by one: a selector that is no CSS spoils no other. */
async function matched(artifactId: string, { name, selector }: Field, signal: AbortSignal): Promise<Matched> {
  const body = { artifactId, selectors: { [name]: selector }, markdown: false };
  const page = await dataOf(api.POST('/api/extract', { body, signal }));
  const found = page.extracted[name] ?? [];
  return { parse: page.parse, elements: Array.isArray(found) ? found : [found] };
}
