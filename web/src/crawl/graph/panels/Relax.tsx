import { Magnet, Square, Undo2 } from 'lucide-react';
import type { RefObject } from 'react';
import { IconButton } from '~/ui/Button';
import type { Scene } from '../stage/scene';

export type Pull = 'still' | 'moving' | 'moved';

interface RelaxProps {
  scene: RefObject<Scene | null>;
  pull: Pull;
  onPull: (pull: Pull) => void;
}

/** Links pull for some seconds; then all of it can be put back. */
export function Relax({ scene, pull, onPull }: RelaxProps) {
  if (pull === 'moved') {
    function undo(): void {
      scene.current?.putBack();
      onPull('still');
    }
    return <IconButton label="Put everything back" icon={<Undo2 size={16} />} onClick={undo} />;
  }
  const isMoving = pull === 'moving';
  function toggle(): void {
    onPull(isMoving ? 'moved' : 'moving');
    scene.current?.relax(!isMoving, () => onPull('moved'));
  }
  return (
    <IconButton
      label={isMoving ? 'Stop here' : 'Relax: let links pull'}
      icon={isMoving ? <Square size={15} /> : <Magnet size={16} />}
      onClick={toggle}
    />
  );
}
