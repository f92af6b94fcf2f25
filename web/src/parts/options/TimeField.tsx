import { Field } from '~/ui/Field';
import { timeError } from './crawl-form';

interface TimeFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The value while nothing is typed. */
  preset: string;
  hint: string;
  /** In seconds. */
  least?: number;
  error?: string | undefined;
}

/** A length of time, such as 10m; empty means what is shown in grey. */
export function TimeField({ label, value, onChange, preset, hint, least, error }: TimeFieldProps) {
  return (
    <Field
      label={label}
      autoComplete="off"
      spellCheck={false}
      placeholder={preset}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={hint}
      error={timeError(value, least) ?? error}
    />
  );
}
