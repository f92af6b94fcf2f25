import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf, type Schemas } from '~/api/client';
import { wordsOf } from '~/api/problems';
import { Field } from '~/ui/Field';
import { useSettled } from '~/ui/useSettled';

type ScopeAsked = Pick<Schemas['ScopeRequest'], 'url' | 'scope' | 'include' | 'exclude'>;

/** Tries scope and patterns on an address, before anything is fetched. */
export function PatternTest({ url, scope, include, exclude }: ScopeAsked) {
  const [typed, setTyped] = useState('');
  const body = useSettled({ url, scope, include, exclude, addresses: [typed.trim()] });
  const isAsked = body.addresses[0] !== '' && body.url !== '';
  const test = useQuery({
    queryKey: ['scope-test', body],
    queryFn: ({ signal }) => dataOf(api.POST('/api/v1/scope-test', { body, signal })),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const verdict = isAsked && typed.trim() ? test.data?.items[0] : undefined;
  return (
    <div className="sm:col-span-2">
      <Field
        label="Try an address"
        isMono
        spellCheck={false}
        autoComplete="off"
        placeholder="/blog/2026/"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isAsked && test.error ? wordsOf(test.error) : undefined}
        hint="Whether a link to it would be followed. Nothing is fetched."
      />
      <p aria-live="polite" className="min-h-5 text-label">
        {!test.error && verdict?.followed && <span className="text-done">✓ Would be followed.</span>}
        {!test.error && verdict && !verdict.followed && (
          <span className="text-warning">! Would not be followed: {verdict.detail}.</span>
        )}
      </p>
    </div>
  );
}
