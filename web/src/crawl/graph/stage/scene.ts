/** What shows a picture: by WebGL, or on a plain canvas where there is none. */

import type { Picture } from '../data/picture';
import type { Spot } from './places';

export interface Scene {
  /** What changed its place moves there, what is new comes out of what led to it. */
  show(picture: Picture): void;
  /** To a dot, and near enough to see what is around it. */
  goTo(place: number): void;
  /** So that a dot is seen; nothing when it is. */
  reach(place: number): void;
  /** Nearer by a factor. */
  zoom(factor: number): void;
  /** All of it. */
  fit(): void;
  /** Let links pull until things are at rest, or somebody stops it; or put all back. Tells when it rests. */
  relax(isOn: boolean, onRest: () => void): void;
  putBack(): void;
  /** Where in the survey a pixel of the picture is. */
  spotAt(pixel: Spot): Spot;
  /** Where one looks, in a word, and to look there again. */
  sight(): string;
  restore(sight: string): void;
  /** The place it is in has another size. */
  resized(): void;
  png(): Promise<Blob>;
  kill(): void;
}

export interface Hands {
  onSelect(place: number | null): void;
  onRoot(place: number): void;
  /** The machine took its WebGL away. */
  onLost(): void;
}

export type SceneClass = new (box: HTMLElement, hands: Hands) => Scene;

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
