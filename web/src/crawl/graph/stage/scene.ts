/** The contract of drawings: by WebGL, or on a plain canvas where there is none. */

import type { Picture } from '../data/picture';
import type { Spot } from './places';

export interface Scene {
  /** Show a picture. Dots move to their new places; new dots come out of the dot that led to them. */
  show(picture: Picture): void;
  /** To a dot, and near enough to see what is around it. */
  goTo(place: number): void;
  /** So that a dot is seen; nothing when it is. */
  reach(place: number): void;
  /** Nearer by a factor. */
  zoom(factor: number): void;
  /** All of it. */
  fit(): void;
  /** Let links pull until the dots rest, or stop them. `onRest` is called at the end. */
  relax(isOn: boolean, onRest: () => void): void;
  putBack(): void;
  /** Where in the survey a pixel of the picture is. */
  spotAt(pixel: Spot): Spot;
  /** The camera as a word, and back. */
  sight(): string;
  restore(sight: string): void;
  /** The place it is in has another size. */
  resized(): void;
  png(): Promise<Blob>;
  kill(): void;
}

export interface SceneEvents {
  onSelect(place: number | null): void;
  onRoot(place: number): void;
  /** The machine took its WebGL away. */
  onLost(): void;
}

export type SceneClass = new (box: HTMLElement, events: SceneEvents) => Scene;

/** Why this browser does not draw by WebGL; null when it does. */
export function whyNoWebGl(): string | null {
  const canvas = document.createElement('canvas');
  let said = '';
  canvas.addEventListener('webglcontextcreationerror', (event) => {
    said = (event as WebGLContextEvent).statusMessage;
  });
  try {
    const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context ? null : said || 'the browser gave no reason';
  } catch (error) {
    return String(error);
  }
}
