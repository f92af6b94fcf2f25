import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { type KeyboardEvent, useId, useState } from 'react';
import { SearchField } from '~/ui/SearchField';
import { useSettled } from '~/ui/useSettled';
import { middleCut, shortOf } from '~/words/addresses';
import { useCrawl } from '../../LiveContext';
import { findQuery } from '../data/queries';
import type { Survey } from '../data/survey';

interface FinderProps {
  survey: Survey;
  onFind: (id: string) => void;
}

interface Found {
  id: string;
  words: string;
  detail: string;
}

const LONGEST = 90;
const MOST = 8;

/** A search by title or address; the camera goes to the page that is chosen. `/` focuses it. */
export function Finder({ survey, onFind }: FinderProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { found, isKnown } = useFound(survey, text);
  const isOpen = text.trim() !== '';
  const chosen = Math.min(at, found.length - 1);

  function choose(index: number): void {
    const one = found[index];
    if (!one) return;
    setText('');
    onFind(one.id);
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((chosen + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') choose(chosen);
    else if (event.key === 'Escape') setText('');
    else return;
    event.preventDefault();
  }

  return (
    <div className="relative">
      <SearchField
        type="text"
        role="combobox"
        label={survey.view === 'hosts' ? 'Find a host' : 'Find a page'}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-activedescendant={isOpen && found.length ? `${id}-${chosen}` : undefined}
        placeholder={survey.view === 'hosts' ? 'Find a host  /' : 'Find a page  /'}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
        onBlur={() => setText('')}
        className="h-9"
      />
      <div
        id={id}
        role="listbox"
        aria-label="Found"
        className={clsx(
          'floating absolute inset-x-0 top-10 z-20 max-h-80 overflow-y-auto p-1',
          !isOpen && 'hidden',
        )}
      >
        {found.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={one.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(index)}
            onPointerMove={() => setAt(index)}
            className={clsx('cursor-pointer rounded-control px-2 py-1', index === chosen && 'bg-soft')}
          >
            <bdi className="block truncate text-label">{one.words}</bdi>
            <bdi dir="ltr" className="block truncate font-mono text-caption text-muted">
              {one.detail}
            </bdi>
          </div>
        ))}
        {found.length === 0 && (
          <p className="px-2 py-1.5 text-label text-muted">{isKnown ? 'No match.' : '…'}</p>
        )}
      </div>
    </div>
  );
}

/** Return the matches of a text: pages from the server, also those outside the picture; hosts from the survey. */
function useFound(survey: Survey, text: string): { found: Found[]; isKnown: boolean } {
  const { id } = useCrawl();
  const wanted = useSettled(text.trim());
  const isPages = survey.view !== 'hosts';
  const { data } = useQuery({ ...findQuery(id, wanted, MOST), enabled: isPages && wanted !== '' });
  if (!isPages) {
    const named = survey.dots.filter((dot) => dot.label.includes(text.trim().toLowerCase())).slice(0, MOST);
    return { found: named.map((dot) => ({ id: dot.id, words: dot.label, detail: '' })), isKnown: true };
  }
  const pages = text.trim() === '' ? undefined : data;
  const found = (pages ?? []).map(({ id: page, title, url }) => ({
    id: page,
    words: middleCut(title || shortOf(url), LONGEST),
    detail: `${middleCut(shortOf(url), LONGEST)}${survey.places.has(page) ? '' : ' · not shown'}`,
  }));
  return { found, isKnown: pages !== undefined };
}
