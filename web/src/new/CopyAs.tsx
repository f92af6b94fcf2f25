import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import type { CrawlAsked } from '~/api/beginning';
import { keyOf } from '~/api/key';
import { Button } from '~/ui/Button';
import { copyText } from '~/ui/copy';
import { asCommand, asCurl, asJson } from './copies';

/** The same crawl for a terminal or a program. */
export function CopyAs({ request }: { request: CrawlAsked }) {
  const [copied, setCopied] = useState('');
  const forms: [string, () => string][] = [
    ['curl', () => asCurl(request, location.origin, keyOf() !== null)],
    ['CLI', () => asCommand(request)],
    ['JSON', () => asJson(request)],
  ];
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
