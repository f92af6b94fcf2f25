import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { INPUT } from '~/ui/Field';
import { changed } from './filters';

const PAUSE_MS = 250;

/** Part of an address or a title; asked for when one stops typing. `/` goes there. */
export function SearchBox() {
  const search = useSearch({ from: '/crawls/$id/pages' });
  const navigate = useNavigate({ from: '/crawls/$id/pages' });
  const field = useRef<HTMLInputElement>(null);
  const sent = search.search ?? '';
  const [typed, setTyped] = useState(sent);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address may change without the field: back, a link, "Clear all".
  useEffect(() => setTyped(sent), [sent]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    function listen(event: KeyboardEvent): void {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    }
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);

  function ask(text: string): void {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      void navigate({
        search: (before) => changed(before, { search: text.trim() || undefined }),
        replace: true,
      });
    }, PAUSE_MS);
  }

  return (
    <label className="relative min-w-0 max-sm:w-full">
      <span className="sr-only">Search addresses and titles</span>
      <Search
        size={15}
        aria-hidden="true"
        className="pointer-events-none absolute top-2 left-2.5 text-muted"
      />
      <input
        ref={field}
        type="search"
        placeholder="Address or title  /"
        maxLength={1_000}
        value={typed}
        onChange={(event) => ask(event.target.value)}
        className={`${INPUT} h-8 pl-8 text-label sm:w-60`}
      />
    </label>
  );
}
