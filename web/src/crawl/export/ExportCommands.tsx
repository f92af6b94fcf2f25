import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { apiKey } from '~/api/key';
import { IconButton } from '~/ui/Button';
import { copyText } from '~/ui/copy';
import { asCommand, asCurl, pathOf } from './forms';
import type { ExportChoice } from './search';

/** The file for a program or a terminal. */
export function ExportCommands({ id, choice }: { id: string; choice: ExportChoice }) {
  return (
    <section className="card flex min-w-0 flex-col gap-4 p-4 sm:p-5">
      <h2 className="text-section">This file by program or terminal</h2>
      <Line name="Address" text={location.origin + pathOf(id, choice)} />
      <Line name="curl" text={asCurl(id, choice, location.origin, apiKey() !== null)} />
      <Line name="Command, on the server" text={asCommand(id, choice)} />
    </section>
  );
}

function Line({ name, text }: { name: string; text: string }) {
  const [copied, setCopied] = useState('');
  const isCopied = copied === text;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <h3 className="text-label text-muted">{name}</h3>
      <div className="flex items-start gap-1 rounded-control border border-line bg-bg">
        <code className="min-w-0 flex-1 px-3 py-2 font-mono text-label">{text}</code>
        <IconButton
          label={isCopied ? 'Copied' : `Copy: ${name}`}
          icon={isCopied ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />}
          onClick={() => void copyText(text).then((isDone) => setCopied(isDone ? text : ''))}
          className="m-0.5"
        />
      </div>
    </div>
  );
}
