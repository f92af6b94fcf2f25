import { Field } from '~/ui/Field';
import { figureError } from './crawl-form';

interface FigureFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The value while nothing is typed. */
  preset: string;
  hint?: string;
  least?: number;
  error?: string | undefined;
}

/** A whole number; empty means what is shown in grey. */
export function FigureField({ label, value, onChange, preset, hint, least = 1, error }: FigureFieldProps) {
  return (
    <Field
      label={label}
      inputMode="numeric"
      autoComplete="off"
      placeholder={preset}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={hint}
      error={figureError(value, least) ?? error}
    />
  );
}
