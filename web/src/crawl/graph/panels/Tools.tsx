import { Download, Magnet, Maximize, Minus, Plus, Square, Undo2 } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { isOver } from '~/api/queries';
import { IconButton } from '~/ui/Button';
import { save } from '~/ui/save';
import { siteOf } from '~/words/addresses';
import { useCrawl } from '../../LiveContext';
import type { Survey } from '../data/survey';
import type { Scene } from '../stage/scene';

interface ToolsProps {
  scene: RefObject<Scene | null>;
  survey: Survey;
  /** Drawn on a plain canvas: all of it is seen, and nothing moves. */
  isPlain: boolean;
}

/** Near and far, all of it, links that pull, and a file of it. */
export function Tools({ scene, survey, isPlain }: ToolsProps) {
  const { progress } = useCrawl();
  async function download(): Promise<void> {
    const picture = await scene.current?.png();
    if (picture) save(picture, `${siteOf(progress.submitted_url).replace(/[^\w.-]+/g, '-')}-graph.png`);
  }
  return (
    <div className="floating flex flex-col p-1">
      {!isPlain && (
        <>
          <IconButton label="Nearer (+)" icon={<Plus size={17} />} onClick={() => scene.current?.zoom(1.5)} />
          <IconButton
            label="Farther (-)"
            icon={<Minus size={17} />}
            onClick={() => scene.current?.zoom(1 / 1.5)}
          />
          <IconButton
            label="Show all (0)"
            icon={<Maximize size={16} />}
            onClick={() => scene.current?.fit()}
          />
          <Relax scene={scene} survey={survey} isGrowing={!isOver(progress.status)} />
        </>
      )}
      <IconButton label="Save as PNG" icon={<Download size={16} />} onClick={() => void download()} />
    </div>
  );
}

interface RelaxProps {
  scene: RefObject<Scene | null>;
  survey: Survey;
  isGrowing: boolean;
}

/** Links pull for some seconds; then all of it can be put back. What grows has its places for good. */
function Relax({ scene, survey, isGrowing }: RelaxProps) {
  const [state, setState] = useState<'still' | 'moving' | 'moved'>('still');
  // Another picture has its places from the server again.
  useEffect(() => setState('still'), [survey]);
  if (isGrowing || survey.view === 'hosts') return null;
  if (state === 'moved') {
    function undo(): void {
      scene.current?.putBack();
      setState('still');
    }
    return <IconButton label="Put everything back" icon={<Undo2 size={16} />} onClick={undo} />;
  }
  const isMoving = state === 'moving';
  function toggle(): void {
    setState(isMoving ? 'moved' : 'moving');
    scene.current?.relax(!isMoving, () => setState('moved'));
  }
  return (
    <IconButton
      label={isMoving ? 'Stop here' : 'Relax: let links pull'}
      icon={isMoving ? <Square size={15} /> : <Magnet size={16} />}
      onClick={toggle}
    />
  );
}
