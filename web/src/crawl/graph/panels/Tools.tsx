import { Download, Maximize, Minus, Plus } from 'lucide-react';
import type { RefObject } from 'react';
import { IconButton } from '~/ui/Button';
import { save } from '~/ui/save';
import { siteOf } from '~/words/addresses';
import { useCrawl } from '../../LiveContext';
import type { Scene } from '../stage/scene';

/** Near and far, all of it, and a file of it. */
export function Tools({ scene }: { scene: RefObject<Scene | null> }) {
  const { progress } = useCrawl();
  async function download(): Promise<void> {
    const picture = await scene.current?.png();
    if (picture) save(picture, `${siteOf(progress.submitted_url).replace(/[^\w.-]+/g, '-')}-graph.png`);
  }
  return (
    <div className="floating flex flex-col p-1">
      <IconButton label="Nearer (+)" icon={<Plus size={17} />} onClick={() => scene.current?.zoom(1.5)} />
      <IconButton
        label="Farther (-)"
        icon={<Minus size={17} />}
        onClick={() => scene.current?.zoom(1 / 1.5)}
      />
      <IconButton label="Show all (0)" icon={<Maximize size={16} />} onClick={() => scene.current?.fit()} />
      <IconButton label="Save as PNG" icon={<Download size={16} />} onClick={() => void download()} />
    </div>
  );
}
