import clsx from 'clsx';
import { Search } from 'lucide-react';
import { type InputHTMLAttributes, useRef } from 'react';
import { INPUT } from './Field';
import { useSlash } from './useSlash';

interface SearchFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  /** The name of the search: read aloud. */
  label: string;
}

/** The search field of a screen; `/` focuses it. */
export function SearchField({ label, className, ...input }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useSlash(field);
  return (
    <div className="relative min-w-0 max-sm:w-full">
      <Search
        size={15}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-muted"
      />
      <input
        type="search"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={1_000}
        {...input}
        ref={field}
        className={clsx(INPUT, 'pl-8 text-label', className)}
      />
    </div>
  );
}
