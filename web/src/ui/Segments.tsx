import clsx from 'clsx';
import { useId } from 'react';

interface SegmentsProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
  isLabelHidden?: boolean;
  className?: string;
}

/** One of two to four, all of them seen. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { label, value, options, onChange, isLabelHidden, className } = props;
  const name = useId();
  return (
    <fieldset className={clsx('min-w-0', className)}>
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1 text-caption text-muted'}>{label}</legend>
      <div className="flex rounded-control border border-control p-0.5">
        {options.map(([each, words]) => (
          <label
            key={each}
            className="flex h-7 flex-1 cursor-pointer items-center justify-center rounded-[4px] px-2.5 text-label whitespace-nowrap text-muted hover:text-ink has-checked:bg-soft has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={each}
              checked={each === value}
              onChange={() => onChange(each)}
              className="sr-only"
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
