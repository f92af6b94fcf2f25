import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { counted } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import { neighbours, type Survey } from './data/survey';
import { Controls } from './panels/Controls';
import { HowMuch } from './panels/HowMuch';
import { Legend } from './panels/Legend';
import { Selected } from './panels/Selected';
import { Tools } from './panels/Tools';
import { Stage } from './stage/Stage';
import type { Scene } from './stage/scene';
import type { Choices } from './useChoices';
import { usePicture } from './usePicture';

/** The graph as a picture, with what is around it. */
export function Picture({ survey, choices }: { survey: Survey; choices: Choices }) {
  const { id } = useCrawl();
  const navigate = useNavigate();
  const scene = useRef<Scene | null>(null);
  const { picture, groups, selected, ...drawn } = usePicture(survey, choices);
  const dot = selected === null ? undefined : survey.dots[selected];
  const idOf = (place: number) => survey.dots[place]?.id;

  function open(place: number): void {
    const pageId = idOf(place);
    if (survey.view === 'hosts')
      void navigate({ to: '/crawls/$id/pages', params: { id }, search: { host: pageId ?? '' } });
    else
      void navigate({
        to: '/crawls/$id/graph/$pageId',
        params: { id, pageId: pageId ?? '' },
        search: true,
        resetScroll: false,
      });
  }

  return (
    <>
      <Stage
        ref={scene}
        picture={picture}
        selected={selected}
        label={`Graph of ${counted(survey.dots.length, survey.view === 'hosts' ? 'host' : 'page')}`}
        onSelect={(place) => choices.change({ page: place === null ? undefined : idOf(place) })}
        onRoot={(place) => survey.view !== 'hosts' && choices.change({ root: idOf(place) })}
        onOpen={open}
        onLost={() => undefined}
      />
      <p id="graph-keys" className="sr-only">
        Arrow keys walk along links, plus and minus zoom, 0 shows all, Enter opens the page, Escape deselects.
      </p>
      <div className="pointer-events-none absolute inset-3 flex items-start justify-between gap-3 *:pointer-events-auto">
        <div className="floating w-64 p-3">
          <Controls choices={choices} survey={survey} />
        </div>
        <div className="flex w-56 flex-col gap-3">
          <div className="floating p-1.5">
            <Legend groups={groups} choices={choices} />
          </div>
          {dot && selected !== null && (
            <Selected dot={dot} near={neighbours(survey, selected).size} choices={choices} />
          )}
        </div>
      </div>
      <div className="absolute bottom-3 left-3">
        <HowMuch survey={survey} choices={choices} {...drawn} />
      </div>
      <div className="absolute right-3 bottom-3">
        <Tools scene={scene} />
      </div>
    </>
  );
}
