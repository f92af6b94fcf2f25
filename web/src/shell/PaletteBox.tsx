import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import clsx from 'clsx';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { crawlsQuery } from '~/api/queries';
import { choicesFor } from './choices';

/** One field and what can be done with what stands in it. Arrows choose, Enter does it. */
export function PaletteBox({ onDone }: { onDone: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const { data } = useInfiniteQuery(crawlsQuery());
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const choices = choicesFor(text, data?.pages.flatMap((page) => page.items) ?? []);
  const chosen = Math.min(at, choices.length - 1);

  function go(index: number): void {
    const choice = choices[index];
    if (!choice) return;
    onDone();
    void navigate(choice.to);
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((chosen + step + choices.length) % Math.max(1, choices.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(chosen);
    }
  }

  return (
    <div className="flex flex-col">
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search size={18} aria-hidden="true" className="shrink-0 text-muted" />
        <input
          role="combobox"
          aria-label="Go to a crawl, or paste an address"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={choices.length ? `${id}-${chosen}` : undefined}
          autoComplete="off"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: it was opened to type
          autoFocus
          placeholder="Name of a crawl, or an address"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={press}
          className="h-12 w-full min-w-0 bg-transparent text-section font-normal outline-none"
        />
      </div>
      <div id={id} role="listbox" aria-label="Actions" className="max-h-80 overflow-y-auto p-2">
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={choice.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => go(index)}
            onPointerMove={() => setAt(index)}
            className={clsx(
              'flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-3 py-1',
              index === chosen && 'bg-soft text-accent',
            )}
          >
            <bdi className="max-w-[70%] shrink-0 truncate">{choice.label}</bdi>
            <bdi className="min-w-0 truncate text-label text-muted">{choice.detail}</bdi>
          </div>
        ))}
        {choices.length === 0 && <p className="px-3 py-2 text-muted">No crawl matches.</p>}
      </div>
    </div>
  );
}
