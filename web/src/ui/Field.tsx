import clsx from 'clsx';
import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react';

export const INPUT =
  'w-full min-w-0 rounded-control border border-control bg-surface px-3 text-body text-ink placeholder:text-muted aria-invalid:border-failed disabled:opacity-60';

interface Around {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  isMono?: boolean;
}

/** A label, an input, and below it what is wrong, or else a hint. */
export function Field({
  label,
  hint,
  error,
  isMono,
  className,
  ...input
}: Around & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error} className={className}>
      <input {...input} {...fieldProps(id, error)} className={clsx(INPUT, 'h-9', isMono && 'font-mono')} />
    </Labelled>
  );
}

/** A label and a field of several lines. */
export function TextField({
  label,
  hint,
  error,
  isMono,
  className,
  ...input
}: Around & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} error={error} className={className}>
      <textarea
        rows={3}
        {...input}
        {...fieldProps(id, error)}
        className={clsx(INPUT, 'py-2', isMono && 'font-mono text-label')}
      />
    </Labelled>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
  hint?: ReactNode;
  className?: string;
}

/** One of a few. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
  hint,
  className,
}: ChoiceProps<T>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} hint={hint} className={className}>
      <select
        {...fieldProps(id)}
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
        className={clsx(INPUT, 'h-9')}
      >
        {options.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

interface CheckProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  hint?: string;
}

export function Check({ label, isOn, onChange, hint }: CheckProps) {
  return (
    <label className="flex cursor-pointer items-start gap-2.5">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span>
        {label}
        {hint && <span className="block text-caption text-muted">{hint}</span>}
      </span>
    </label>
  );
}

/** Connect an input with its label and its note. */
function fieldProps(id: string, error?: string) {
  return { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': `${id}-note` };
}

interface LabelledProps {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

function Labelled({ id, label, hint, error, className, children }: LabelledProps) {
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="text-label font-medium">
        {label}
      </label>
      {children}
      <span id={`${id}-note`} className={clsx('text-caption', error ? 'text-failed' : 'text-muted')}>
        {error ? `✕ ${error}` : hint}
      </span>
    </div>
  );
}
