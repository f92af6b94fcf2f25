import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { INPUT } from '~/ui/Field';
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

/** Part of a title or an address; the page that is chosen is gone to. `/` goes here. */
export function Finder({ survey, onFind }: FinderProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { found, isKnown } = useFound(survey, text);
  const isOpen = text.trim() !== '';
  const chosen = Math.min(at, found.length - 1);
  useSlash(field);

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
      <Search
        size={15}
        aria-hidden="true"
        className="pointer-events-none absolute top-2.5 left-2.5 text-muted"
      />
      <input
        ref={field}
        role="combobox"
        aria-label={survey.view === 'hosts' ? 'Find a host' : 'Find a page'}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-activedescendant={isOpen && found.length ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={1_000}
        placeholder={survey.view === 'hosts' ? 'Find a host  /' : 'Find a page  /'}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
        onBlur={() => setText('')}
        className={`${INPUT} h-9 pl-8 text-label`}
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
          <p className="px-2 py-1.5 text-label text-muted">
            {isKnown ? 'Nothing is called like that.' : '…'}
          </p>
        )}
      </div>
    </div>
  );
}

/** Pages are looked for on the server, which knows those that are not shown, too; hosts are all here. */
function useFound(survey: Survey, text: string): { found: Found[]; isKnown: boolean } {
  const { id } = useCrawl();
  const wanted = useSettled(text.trim());
  const isPages = survey.view !== 'hosts';
  const { data } = useQuery({ ...findQuery(id, wanted, MOST), enabled: isPages && wanted !== '' });
  if (!isPages) {
    const named = survey.dots.filter((dot) => dot.label.includes(text.trim().toLowerCase())).slice(0, MOST);
    return { found: named.map((dot) => ({ id: dot.id, words: dot.label, detail: '' })), isKnown: true };
  }
  const pages = wanted === '' ? undefined : data;
  const found = (pages ?? []).map(({ id: page, title, url }) => ({
    id: page,
    words: middleCut(title || shortOf(url), LONGEST),
    detail: `${middleCut(shortOf(url), LONGEST)}${survey.places.has(page) ? '' : ' · not shown'}`,
  }));
  return { found, isKnown: pages !== undefined };
}

function useSlash(field: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    function listen(event: globalThis.KeyboardEvent): void {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    }
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [field]);
}
