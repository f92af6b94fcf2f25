import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '~/api/problems';
import { Field } from '~/ui/Field';
import { useSettled } from '~/ui/useSettled';
import { middleCut } from '~/words/addresses';
import { count, counted } from '~/words/figures';
import { usePagePlace } from './PageContext';
import { type Element, type PageDetails, selectorQuery } from './queries';

const SHOWN = 50;
const LONGEST = 400;

/** Try a CSS selector on the page as it is kept; nothing is fetched again. */
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
        hint={found ? wordsFor(found) : 'It is tried on the page as it was kept.'}
      />
      {found && (
        <ol className="flex flex-col">
          {found.elements.slice(0, SHOWN).map((element, place) => (
            <Match key={place} element={element} />
          ))}
        </ol>
      )}
    </div>
  );
}

function wordsFor({ elements, parse }: { elements: readonly Element[]; parse: string | null }): string {
  if (parse) return `Reading the page took too long: it ${parse}.`;
  if (elements.length === 0) return '! 0 matches';
  const shown = elements.length > SHOWN ? `, of which ${count(SHOWN)} are shown` : '';
  return `✓ ${counted(elements.length, 'match', 'matches')}${shown}`;
}

function Match({ element }: { element: Element }) {
  const attributes = Object.entries(element.attributes);
  return (
    <li className="flex flex-col gap-0.5 border-b border-line py-2 last:border-b-0">
      <bdi className="line-clamp-3">
        {element.text.trim() ? (
          middleCut(element.text.trim(), LONGEST)
        ) : (
          <span className="text-muted">without a text</span>
        )}
      </bdi>
      {attributes.length > 0 && (
        <code className="line-clamp-2 font-mono text-caption break-all text-muted">
          <bdi dir="ltr">
            {middleCut(attributes.map(([name, value]) => `${name}="${value}"`).join(' '), LONGEST)}
          </bdi>
        </code>
      )}
    </li>
  );
}
