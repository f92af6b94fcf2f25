import clsx from 'clsx';
import { middleCut } from '~/words/addresses';
import { count } from '~/words/figures';
import type { Group } from '../data/colours';
import type { Choices } from '../useChoices';

const LONGEST = 40;

/** The meaning of each colour, with its count. A click lights only its dots. */
export function Legend({ groups, choices }: { groups: readonly Group[]; choices: Choices }) {
  const only = new Set(choices.only?.split(','));
  function toggle(key: string): void {
    const now = new Set(only);
    if (!now.delete(key)) now.add(key);
    choices.change({ only: now.size > 0 ? [...now].join(',') : undefined });
  }
  return (
    <section aria-label="Legend" className="flex min-w-0 flex-col">
      {groups.map(({ key, words, colour, count: figure }) => {
        const isOff = only.size > 0 && !only.has(key);
        return (
          <button
            key={key}
            type="button"
            aria-pressed={only.has(key)}
            onClick={() => toggle(key)}
            className={clsx(
              'flex min-h-7 items-center gap-2 rounded-control px-2 text-left text-label hover:bg-raised',
              isOff && 'text-muted',
            )}
          >
            <Swatch colour={colour} isOff={isOff} />
            <bdi className="min-w-0 flex-1 truncate">{middleCut(words, LONGEST)}</bdi>
            <span className="pl-3 text-muted">{count(figure)}</span>
          </button>
        );
      })}
      {only.size > 0 && (
        <button
          type="button"
          onClick={() => choices.change({ only: undefined })}
          className="link mt-1 h-6 self-start px-2 text-label"
        >
          Show all
        </button>
      )}
    </section>
  );
}

function Swatch({ colour, isOff }: { colour: string; isOff: boolean }) {
  return (
    <svg viewBox="-5 -5 10 10" width="10" height="10" aria-hidden="true" className="shrink-0">
      <circle r="5" fill={colour} fillOpacity={isOff ? 0.25 : 1} />
    </svg>
  );
}
