import { Choice } from '~/ui/Field';
import { Segments } from '~/ui/Segments';
import { isRanked } from '../data/sizes';
import type { Survey } from '../data/survey';
import type { Choices } from '../useChoices';
import { COLOUR_NAMES, FORM_NAMES, SIZE_NAMES, VIEW_NAMES } from './names';

/** The view, and the meaning of colours and sizes. */
export function Controls({ choices, survey }: { choices: Choices; survey: Survey | undefined }) {
  const { view, colour, size, change } = choices;
  const isWaiting = size === 'rank' && survey !== undefined && !isRanked(survey);
  return (
    <div className="flex flex-col gap-3">
      <Segments
        label="View"
        value={view}
        options={VIEW_NAMES}
        onChange={(now) => change({ view: now, page: undefined, only: undefined, lines: undefined })}
      />
      {view !== 'hosts' && (
        <div className="grid grid-cols-2 gap-2">
          <Choice
            label="Colour"
            value={colour}
            options={COLOUR_NAMES}
            onChange={(now) => change({ colour: now, only: undefined })}
          />
          <Choice
            label="Size"
            value={size}
            options={SIZE_NAMES}
            onChange={(now) => change({ size: now })}
            hint={isWaiting ? 'PageRank is computed at the end; sized by links until then' : undefined}
          />
        </div>
      )}
      <Segments label="As" value="picture" options={FORM_NAMES} onChange={(as) => change({ as })} />
    </div>
  );
}
