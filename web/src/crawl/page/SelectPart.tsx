import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '~/api/problems';
import { MatchList, matchWords } from '~/parts/page/Matches';
import { Field } from '~/ui/Field';
import { useSettled } from '~/ui/useSettled';
import { usePagePlace } from './PageContext';
import { type PageDetails, selectorQuery } from './queries';

/** Try a CSS selector on the stored page; nothing is fetched again. */
export function SelectPart({ page }: { page: PageDetails }) {
  const { crawlId } = usePagePlace();
  const [typed, setTyped] = useState('');
  const selector = useSettled(typed.trim());
  const { data, error } = useQuery({
    ...selectorQuery(crawlId, page.id, selector),
    enabled: selector !== '',
    placeholderData: keepPreviousData,
  });
  const found = selector && !error ? data : undefined;
  return (
    <div className="flex flex-col gap-3">
      <Field
        label="CSS selector"
        isMono
        placeholder="h1, .price, a[href]"
        spellCheck={false}
        autoComplete="off"
        maxLength={1_000}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={selector && error ? wordsOf(error) : undefined}
        hint={found ? matchWords(found) : 'It is tried on the stored page.'}
      />
      {found && <MatchList elements={found.elements} />}
    </div>
  );
}
