import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '~/parts/problems/ErrorState';
import { StaleNote } from '~/parts/problems/StaleNote';
import { ClearChip } from '~/ui/Chip';
import { withoutUndefined } from '~/words/search';
import { partOf } from './data/survey';
import { useSurvey } from './data/useSurvey';
import { Lists } from './lists/Lists';
import { Picture } from './Picture';
import { DrawingNote } from './panels/Notes';
import { ShownCount } from './panels/ShownCount';
import { whyNoWebGl } from './stage/scene';
import { useChoices } from './useChoices';
import { withinOf } from './usePicture';

/** On a plain canvas, more would take too long. */
const MOST_PLAIN = 3_000;

/** How the pages of a crawl hang together: a picture, and the same as an outline and as a table. */
export function GraphTab() {
  const choices = useChoices();
  const [reason, setReason] = useState(whyNoWebGl);
  const isPicture = choices.as === 'picture';
  const max = isPicture && reason !== null ? Math.min(choices.max, MOST_PLAIN) : choices.max;
  const view = choices.as === 'outline' ? 'tree' : choices.view;
  const { survey, error, since, retry } = useSurvey({
    view,
    max,
    ...withoutUndefined({ root: choices.root }),
  });

  const stale = survey && error && <StaleNote error={error} since={since} onRetry={retry} />;
  if (!isPicture && survey) {
    const within = choices.as === 'table' ? withinOf(survey, choices.area) : null;
    const listed = within ? partOf(survey, within) : survey;
    return (
      <>
        <Lists survey={listed} choices={choices}>
          {stale}
          {within && (
            <ClearChip label="In the selected area" onClear={() => choices.change({ area: undefined })} />
          )}
          <ShownCount survey={listed} choices={choices} links={0} templateLinks={0} areDrawn={true} />
        </Lists>
        <Outlet />
      </>
    );
  }
  return (
    <>
      <div className="night relative min-h-96 sm:min-h-[30rem] flex-1 bg-ground text-ink">
        {survey && (
          <Picture
            survey={survey}
            choices={choices}
            reason={reason}
            onLost={() => setReason('The browser lost the WebGL context')}
          />
        )}
        {stale && <div className="absolute inset-x-0 top-3 mx-auto w-fit">{stale}</div>}
        {!survey && !error && <DrawingNote />}
        {!survey && error && (
          <ErrorState
            error={error}
            what="The graph"
            still="The crawl itself is not affected."
            onRetry={retry}
          />
        )}
      </div>
      <Outlet />
    </>
  );
}
