import Sigma from 'sigma';
import { GROUND } from '../data/colours';
import type { Drawn, Sight, WithoutUndefined } from './drawn';
import { pngOf } from './png';

const SCALE = 2;

/** The picture as it is seen, as a file with twice as many pixels. */
export async function snapshot(
  graph: Drawn,
  size: { width: number; height: number },
  settings: (scale: number) => WithoutUndefined,
  prepare: (sigma: Sight, scale: number) => void,
): Promise<Blob> {
  const box = document.createElement('div');
  Object.assign(box.style, {
    position: 'fixed',
    left: '-100000px',
    width: `${size.width * SCALE}px`,
    height: `${size.height * SCALE}px`,
  });
  document.body.append(box);
  const sigma: Sight = new Sigma(graph, box, settings(SCALE));
  try {
    prepare(sigma, SCALE);
    return await composed(box);
  } finally {
    sigma.kill();
    box.remove();
  }
}

/** All layers on one; at once, for they are cleared with the next frame. */
function composed(box: HTMLElement): Promise<Blob> {
  const layers = [...box.querySelectorAll('canvas')];
  const paper = document.createElement('canvas');
  [paper.width, paper.height] = [layers[0]?.width ?? 1, layers[0]?.height ?? 1];
  const context = paper.getContext('2d') as CanvasRenderingContext2D;
  context.fillStyle = GROUND;
  context.fillRect(0, 0, paper.width, paper.height);
  for (const layer of layers) context.drawImage(layer, 0, 0, paper.width, paper.height);
  return pngOf(paper);
}
