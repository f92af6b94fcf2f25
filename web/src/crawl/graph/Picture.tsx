import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ClearChip } from '~/ui/Chip';
import { counted } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import { areaWords } from './data/area';
import { written } from './data/labels';
import { neighbours, type Survey } from './data/survey';
import { Finder } from './panels/Finder';
import { Legend } from './panels/Legend';
import { Missing } from './panels/Missing';
import { NoWebGl, SinglePageNote } from './panels/Notes';
import { Options } from './panels/Options';
import { Selected } from './panels/Selected';
import { ShownCount } from './panels/ShownCount';
import { Tools } from './panels/Tools';
import { Within } from './panels/Within';
import { Lasso } from './stage/Lasso';
import type { Spot } from './stage/places';
import { Stage } from './stage/Stage';
import type { Scene } from './stage/scene';
import type { Choices } from './useChoices';
import { usePicture } from './usePicture';

interface PictureProps {
  survey: Survey;
  choices: Choices;
  /** Why there is no WebGL, if there is none. */
  reason: string | null;
  onLost: () => void;
}

/** The graph as a picture, with what is around it. */
export function Picture({ survey, choices, reason, onLost }: PictureProps) {
  const { id } = useCrawl();
  const navigate = useNavigate();
  const scene = useRef<Scene | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const { picture, groups, selected, within, ...drawn } = usePicture(survey, choices);
  const dot = selected === null ? undefined : survey.dots[selected];
  const isHosts = survey.view === 'hosts';
  const idOf = (place: number) => survey.dots[place]?.id ?? '';

  function open(place: number): void {
    const params = { id, pageId: idOf(place) };
    if (isHosts) void navigate({ to: '/crawls/$id/pages', params, search: { host: idOf(place) } });
    else void navigate({ to: '/crawls/$id/graph/$pageId', params, search: true, resetScroll: false });
  }

  function surround(line: Spot[]): void {
    setDrawing(false);
    const drawnLine = line.map((pixel) => scene.current?.spotAt(pixel)).filter((spot) => spot !== undefined);
    choices.change({ area: areaWords(drawnLine), page: undefined });
  }

  return (
    <>
      <Stage
        ref={scene}
        picture={picture}
        selected={selected}
        isPlain={reason !== null}
        sight={choices.at}
        label={`Graph of ${counted(survey.dots.length, isHosts ? 'host' : 'page')}`}
        onSelect={(place) => choices.change({ page: place === null ? undefined : idOf(place) })}
        onRoot={(place) => !isHosts && choices.change({ root: idOf(place), page: idOf(place) })}
        onOpen={open}
        onLost={onLost}
      />
      {isDrawing && <Lasso onDrawn={surround} />}
      <SinglePageNote survey={survey} />
      <p id="graph-keys" className="sr-only">
        Arrow keys walk along links, plus and minus zoom, 0 shows all, Enter opens the page, Escape deselects.
        The outline and the table show the same pages.
      </p>
      <p role="status" className="sr-only">
        {dot && `Selected: ${written(dot.label)}, ${counted(dot.weight, isHosts ? 'page' : 'link')}`}
      </p>
      <div className="pointer-events-none absolute inset-3 z-20 flex flex-col justify-between gap-3">
        <div className="flex min-h-0 items-start justify-between gap-3 max-sm:flex-col">
          <div className="pointer-events-auto flex w-64 max-w-full flex-col gap-2">
            <Finder survey={survey} onFind={(page) => choices.change({ page })} />
            <Options survey={survey} choices={choices} groups={groups} />
            {choices.root !== undefined && !isHosts && (
              <ClearChip
                label={`Around ${written(survey.dots[0]?.label ?? '')}`}
                onClear={() => choices.change({ root: undefined })}
              />
            )}
          </div>
          <div className="pointer-events-auto flex w-60 max-w-full flex-col gap-3 max-sm:hidden">
            <div className="floating max-h-[50vh] overflow-y-auto p-1.5">
              <Legend groups={groups} choices={choices} />
            </div>
          </div>
        </div>
        <div className="flex items-end justify-between gap-3">
          <div className="pointer-events-auto flex min-w-0 flex-col items-start gap-2">
            {reason !== null && <NoWebGl reason={reason} />}
            {within && <Within places={within} choices={choices} />}
            <ShownCount survey={survey} choices={choices} {...drawn} />
          </div>
          <div className="flex min-w-0 items-end gap-3">
            <div className="pointer-events-auto w-72 max-w-full min-w-0">
              {dot && selected !== null && (
                <Selected dot={dot} near={neighbours(survey, selected).size} choices={choices} />
              )}
              {!dot && choices.page !== undefined && !isHosts && (
                <Missing page={choices.page} survey={survey} choices={choices} />
              )}
            </div>
            <div className="pointer-events-auto">
              <Tools
                scene={scene}
                survey={survey}
                isPlain={reason !== null}
                isDrawing={isDrawing}
                onDrawing={setDrawing}
              />
            </div>
          </div>
        </div>
      </div>
    </>
  );
}
