import type { Schemas } from '~/api/client';
import { middleCut } from '~/words/addresses';
import { count, counted } from '~/words/figures';

type Element = Schemas['Element'];

/** The elements that a selector matches, and why the page was not parsed as a whole, if it was not. */
export interface Matched {
  elements: readonly Element[];
  parse: string | null;
}

const SHOWN = 50;
const LONGEST = 400;

/** "✓ 3 matches". */
export function matchWords({ elements, parse }: Matched): string {
  if (parse) return `Reading the page took too long: it ${parse}.`;
  if (elements.length === 0) return '! 0 matches';
  const shown = elements.length > SHOWN ? `, of which ${count(SHOWN)} are shown` : '';
  return `✓ ${counted(elements.length, 'match', 'matches')}${shown}`;
}

/** The elements themselves, as text. */
export function MatchList({ elements }: { elements: readonly Element[] }) {
  return (
    <ol className="flex flex-col">
      {elements.slice(0, SHOWN).map((element, place) => (
        <Match key={place} element={element} />
      ))}
    </ol>
  );
}

function Match({ element }: { element: Element }) {
  const attributes = Object.entries(element.attributes);
  return (
    <li className="flex flex-col gap-0.5 border-b border-line py-2 last:border-b-0">
      <bdi className="line-clamp-3">
        {element.text.trim() ? (
          middleCut(element.text.trim(), LONGEST)
        ) : (
          <span className="text-muted">no text</span>
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
