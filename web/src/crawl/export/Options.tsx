import clsx from 'clsx';
import { useId } from 'react';
import type { Words } from './words';

interface OptionsProps<T extends string> {
  legend: string;
  value: T;
  options: readonly ({ value: T } & Words)[];
  onChange: (value: T) => void;
}

/** One of a few, each with a word on what it is. */
export function Options<T extends string>({ legend, value, options, onChange }: OptionsProps<T>) {
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-section">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            'flex cursor-pointer items-start gap-3 rounded-control border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            option.value === value ? 'border-accent bg-soft' : 'border-line hover:bg-raised',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
          />
          <span className="min-w-0">
            <span className="block font-medium">{option.label}</span>
            <span className="block text-label text-muted">{option.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
