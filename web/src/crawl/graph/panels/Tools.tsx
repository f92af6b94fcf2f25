import { Download, Lasso, Maximize, Minus, Plus } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { isOver } from '~/api/queries';
import { IconButton } from '~/ui/Button';
import { save } from '~/ui/save';
import { siteOf } from '~/words/addresses';
import { useCrawl } from '../../LiveContext';
import type { Survey } from '../data/survey';
import type { Scene } from '../stage/scene';
import { CopyLink } from './CopyLink';
import { type Pull, Relax } from './Relax';

interface ToolsProps {
  scene: RefObject<Scene | null>;
  survey: Survey;
  /** Drawn on a plain canvas: all of it is seen, and nothing moves. */
  isPlain: boolean;
  /** Whether a line is being drawn around dots. */
  isDrawing: boolean;
  onDrawing: (isDrawing: boolean) => void;
}

/** Near and far, all of it, links that pull, a line around dots, a link to what is seen, and a file of it. */
export function Tools({ scene, survey, isPlain, isDrawing, onDrawing }: ToolsProps) {
  const { progress } = useCrawl();
  // Another survey has its places from the server again.
  const [pulled, setPulled] = useState<{ survey: Survey; pull: Pull }>({ survey, pull: 'still' });
  const pull = pulled.survey === survey ? pulled.pull : 'still';
  async function download(): Promise<void> {
    const picture = await scene.current?.png();
    if (picture) save(picture, `${siteOf(progress.submitted_url).replace(/[^\w.-]+/g, '-')}-graph.png`);
  }
  return (
    <div className="floating flex flex-col p-1">
      {!isPlain && (
        <>
          <IconButton
            label="Zoom in (+)"
            icon={<Plus size={17} />}
            onClick={() => scene.current?.zoom(1.5)}
          />
          <IconButton
            label="Zoom out (-)"
            icon={<Minus size={17} />}
            onClick={() => scene.current?.zoom(1 / 1.5)}
          />
          <IconButton
            label="Show all (0)"
            icon={<Maximize size={16} />}
            onClick={() => scene.current?.fit()}
          />
          {isOver(progress.status) && survey.view !== 'hosts' && (
            <Relax scene={scene} pull={pull} onPull={(now) => setPulled({ survey, pull: now })} />
          )}
        </>
      )}
      {pull === 'still' && (
        <IconButton
          label="Select an area"
          aria-pressed={isDrawing}
          className="aria-pressed:bg-soft aria-pressed:text-accent"
          icon={<Lasso size={16} />}
          onClick={() => onDrawing(!isDrawing)}
        />
      )}
      <CopyLink scene={scene} />
      <IconButton label="Save as PNG" icon={<Download size={16} />} onClick={() => void download()} />
    </div>
  );
}
