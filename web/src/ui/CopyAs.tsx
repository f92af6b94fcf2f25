import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './Button';
import { copyText } from './copy';

/** Buttons that copy a request for a terminal or a program, by name: "curl". */
export function CopyAs({ forms }: { forms: readonly (readonly [name: string, text: () => string])[] }) {
  const [copied, setCopied] = useState('');
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 text-label text-muted">
      Copy as
      {forms.map(([name, text]) => (
        <Button
          key={name}
          size="small"
          icon={
            copied === name ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />
          }
          onClick={() => void copyText(text()).then((isDone) => setCopied(isDone ? name : ''))}
        >
          {name}
        </Button>
      ))}
      <span aria-live="polite" className="sr-only">
        {copied && `Copied as ${copied}`}
      </span>
    </div>
  );
}
