/** What shows a picture: by WebGL, or on a plain canvas where there is none. */

import type { Picture } from '../data/picture';

export interface Scene {
  /** `isMoving`: what changed its place moves there, what is new comes out of what led to it. */
  show(picture: Picture, isMoving: boolean): void;
  /** To a dot, and near enough to see what is around it. */
  goTo(place: number): void;
  /** So that a dot is seen; nothing when it is. */
  reach(place: number): void;
  /** Twice as near, or by as much as is said. */
  zoom(factor: number): void;
  /** All of it. */
  fit(): void;
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

/** Whether this browser draws by WebGL; it may have none, or refuse it. */
export function hasWebGl(): boolean {
  try {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
