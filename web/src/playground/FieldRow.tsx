import clsx from 'clsx';
import { X } from 'lucide-react';
import { useId } from 'react';
import { wordsOf } from '~/api/problems';
import { matchWords } from '~/parts/page/Matches';
import { IconButton } from '~/ui/Button';
import { INPUT } from '~/ui/Field';
import { middleCut } from '~/words/addresses';
import { type Field, LONGEST_NAME, LONGEST_SELECTOR } from './search';
import { usualName } from './useFields';
import type { Match } from './useMatches';

interface FieldRowProps {
  row: Field;
  place: number;
  match: Match | undefined;
  isTwice: boolean;
  isNew: boolean;
  onChange: (row: Field) => void;
  onRemove: () => void;
}

export function FieldRow({ row, place, match, isTwice, isNew, onChange, onRemove }: FieldRowProps) {
  const id = useId();
  const isWrong = isTwice || Boolean(match?.error);
  return (
    <li className="flex flex-col gap-1">
      <div className="grid grid-cols-[6.5rem_auto_minmax(0,1fr)_auto] items-center gap-1.5">
        <input
          aria-label={`Name of field ${place + 1}`}
          // biome-ignore lint/a11y/noAutofocus: the user just added it
          autoFocus={isNew}
          autoComplete="off"
          maxLength={LONGEST_NAME}
          placeholder={usualName(place)}
          value={row.name}
          onChange={(event) => onChange({ ...row, name: event.target.value })}
          className={clsx(INPUT, 'h-8 text-label')}
        />
        <span aria-hidden="true" className="text-muted">
          →
        </span>
        <input
          aria-label={`Selector of field ${place + 1}`}
          aria-invalid={isWrong || undefined}
          aria-describedby={id}
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST_SELECTOR}
          placeholder={place === 0 ? 'h1' : '.price'}
          value={row.selector}
          onChange={(event) => onChange({ ...row, selector: event.target.value })}
          className={clsx(INPUT, 'h-8 font-mono text-label')}
        />
        <IconButton
          label={`Remove field ${place + 1}`}
          icon={<X size={15} aria-hidden="true" />}
          onClick={onRemove}
        />
      </div>
      <p id={id} aria-live="polite" className="min-h-4 truncate text-caption">
        {isTwice ? <Wrong words="A field above has the same name." /> : match && <Note match={match} />}
      </p>
    </li>
  );
}

const PREVIEW = 120;

/** "✓ 3 matches · the first of them". */
function Note({ match: { found, error } }: { match: Match }) {
  if (error) return <Wrong words={wordsOf(error)} />;
  if (!found) return null;
  const first = found.elements[0]?.text.trim();
  const isMissing = found.elements.length === 0;
  return (
    <>
      <span className={isMissing ? 'text-warning' : 'text-done'}>{matchWords(found)}</span>
      {first && <bdi className="text-muted"> · {middleCut(first, PREVIEW)}</bdi>}
    </>
  );
}

function Wrong({ words }: { words: string }) {
  return <span className="whitespace-normal text-failed">✕ {words}</span>;
}
