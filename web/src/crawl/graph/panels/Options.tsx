import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useMedia } from '~/ui/useMedia';
import type { Group } from '../data/colours';
import type { Survey } from '../data/survey';
import type { Choices } from '../useChoices';
import { Controls } from './Controls';
import { Legend } from './Legend';

interface OptionsProps {
  survey: Survey;
  choices: Choices;
  groups: readonly Group[];
}

/** The choices; on narrow screens behind a button, with the legend. */
export function Options({ survey, choices, groups }: OptionsProps) {
  const isNarrow = useMedia('(width < 40rem)');
  const [isOpen, setOpen] = useState(false);
  const controls = <Controls choices={choices} survey={survey} />;
  if (!isNarrow) return <div className="floating p-3">{controls}</div>;
  return (
    <div className="floating flex flex-col gap-3 self-start p-1">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex h-7 items-center gap-2 px-2 text-label"
      >
        <SlidersHorizontal size={15} aria-hidden="true" /> View and colours
      </button>
      {isOpen && (
        <div className="flex max-h-[50vh] flex-col gap-3 overflow-y-auto p-2">
          {controls}
          <Legend groups={groups} choices={choices} />
        </div>
      )}
    </div>
  );
}
