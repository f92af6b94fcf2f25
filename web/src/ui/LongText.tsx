import clsx from 'clsx';
import { Check, Copy, Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { count } from '~/words/figures';
import { Button } from './Button';
import { copyText } from './copy';
import { save } from './save';

const SHOWN = 200_000;

interface LongTextProps {
  /** Its name, for screen readers. */
  label: string;
  text: string;
  /** The bytes that are saved, when they are not the text. */
  bytes?: BlobPart;
  file: string;
  /** How much it is. */
  size: ReactNode;
  /** For people rather than programs: in its own direction. */
  isProse?: boolean;
}

/** A text of any length as it is: as much of it as a browser likes, and the whole as a file. */
export function LongText({ label, text, bytes = text, file, size, isProse = false }: LongTextProps) {
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === text;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2 text-label text-muted">
        <span className="mr-auto">
          {size}
          {text.length > SHOWN && `, of which the first ${count(SHOWN)} characters are shown`}
        </span>
        <Button
          size="small"
          icon={isCopied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
          onClick={() => void copyText(text).then((isDone) => setCopied(isDone ? text : undefined))}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          size="small"
          icon={<Download size={14} aria-hidden="true" />}
          onClick={() => save(new Blob([bytes]), file)}
        >
          Save as a file
        </Button>
      </div>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
        tabIndex={0}
        className={clsx(
          'max-h-[70dvh] overflow-auto rounded-control border border-line bg-bg p-3 whitespace-pre-wrap',
          isProse ? 'text-body' : 'font-mono text-caption',
        )}
      >
        <bdi dir={isProse ? 'auto' : 'ltr'}>{text.slice(0, SHOWN)}</bdi>
      </section>
    </div>
  );
}
