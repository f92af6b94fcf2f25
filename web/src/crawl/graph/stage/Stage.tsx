import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useModule } from '~/ui/useModule';
import type { Picture } from '../data/picture';
import { neighbours } from '../data/survey';
import { ahead, isArrow } from '../data/walk';
import type { Scene, SceneClass } from './scene';

const loadSigma = (): Promise<{ Scene: SceneClass }> =>
  import('./SigmaScene').then(({ SigmaScene }) => ({ Scene: SigmaScene }));
const loadCanvas = (): Promise<{ Scene: SceneClass }> =>
  import('./CanvasScene').then(({ CanvasScene }) => ({ Scene: CanvasScene }));

interface StageProps {
  ref: Ref<Scene | null>;
  picture: Picture;
  selected: number | null;
  label: string;
  isPlain: boolean;
  /** Where to look first, if that was said. */
  sight: string | undefined;
  onSelect: (place: number | null) => void;
  onRoot: (place: number) => void;
  onOpen: (place: number) => void;
  onLost: () => void;
}

/** The picture, by mouse, touch and keys: arrows walk links, + and - go near and far, 0 shows all, Enter opens. */
export function Stage(props: StageProps) {
  const { ref, picture, selected, label, isPlain, onSelect, onOpen } = props;
  const selectedId = selected === null ? undefined : picture.survey.dots[selected]?.id;
  const box = useRef<HTMLDivElement>(null);
  const opening = useRef(props.sight);
  const own = useRef<string | undefined>(props.sight && selectedId);
  const [scene, setScene] = useState<Scene | null>(null);
  const Scene = useModule(isPlain ? loadCanvas : loadSigma)?.Scene;
  useImperativeHandle<Scene | null, Scene | null>(ref, () => scene, [scene]);

  function select(place: number | null): void {
    own.current = place === null ? undefined : picture.survey.dots[place]?.id;
    onSelect(place);
  }
  const selectInScene = useEffectEvent(select);
  const rootInScene = useEffectEvent(props.onRoot);
  const loseScene = useEffectEvent(props.onLost);

  useEffect(() => {
    if (!Scene || !box.current) return;
    const made = new Scene(box.current, {
      onSelect: (place) => selectInScene(place),
      onRoot: (place) => rootInScene(place),
      onLost: () => loseScene(),
    });
    const watching = new ResizeObserver(() => made.resized());
    watching.observe(box.current);
    setScene(made);
    return () => {
      watching.disconnect();
      setScene(null);
      made.kill();
    };
  }, [Scene]);

  useEffect(() => {
    if (!scene || !box.current) return;
    scene.show(picture);
    if (opening.current) scene.restore(opening.current);
    opening.current = undefined;
    box.current.dataset.dots = String(picture.dots.length);
    box.current.dataset.lines = String(picture.lines.length / 2);
  }, [scene, picture]);

  // The camera goes to a page that was selected by search or by address, not in the picture.
  const goToSelected = useEffectEvent(() => selected !== null && scene?.goTo(selected));
  useEffect(() => {
    if (!scene) return;
    if (selectedId !== own.current) goToSelected();
    own.current = selectedId;
  }, [scene, selectedId]);

  function walk(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || !scene) return;
    if (isArrow(event.key)) {
      const { survey } = picture;
      const next = selected === null ? 0 : ahead(survey, selected, event.key, neighbours(survey, selected));
      if (next !== null) {
        select(next);
        scene.reach(next);
      }
    } else if (event.key === '+' || event.key === '=') scene.zoom(1.5);
    else if (event.key === '-') scene.zoom(1 / 1.5);
    else if (event.key === '0') scene.fit();
    else if (event.key === 'Enter' && selected !== null) onOpen(selected);
    else if (event.key === 'Escape' && selected !== null) select(null);
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={box}
      role="application"
      aria-label={label}
      aria-describedby="graph-keys"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its description names the keys
      tabIndex={0}
      onKeyDown={walk}
      className="absolute inset-0 touch-none overflow-hidden focus-visible:-outline-offset-2"
    />
  );
}
