/** A survey in small, on a plain canvas. */

import { DEPTH_COLOURS } from '~/ui/Depth';
import type { Survey } from '../graph/data/survey';
import { around, type Spot } from '../graph/stage/places';

export const SIDE = 216;
const MARGIN = 14;

export function draw(context: CanvasRenderingContext2D, survey: Survey): void {
  const spotOf = spotsOf(survey);
  const { links, dots } = survey;
  context.globalAlpha = 0.3;
  context.lineWidth = 0.5;
  context.strokeStyle = '#9daca5';
  context.beginPath();
  for (let at = 0; at < links.length; at += 2) {
    const [from, to] = [spotOf(links[at] ?? 0), spotOf(links[at + 1] ?? 0)];
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
  }
  context.stroke();
  context.globalAlpha = 1;
  dots.forEach(({ page }, place) => {
    const { x, y } = spotOf(place);
    const depth = Math.min(Math.max(page?.depth ?? 0, 0), DEPTH_COLOURS.length - 1);
    context.fillStyle = DEPTH_COLOURS[depth] ?? '';
    context.beginPath();
    context.arc(x, y, place === 0 ? 3.5 : 1.6, 0, 2 * Math.PI);
    context.fill();
  });
}

/** Where dots are, in pixels of the small picture. */
export function spotsOf({ dots }: Survey): (place: number) => Spot {
  const { x, y } = around(dots);
  const scale = (SIDE - 2 * MARGIN) / Math.max(x[1] - x[0], y[1] - y[0]);
  return (place) => {
    const dot = dots[place] ?? { x: 0, y: 0 };
    return {
      x: SIDE / 2 + (dot.x - (x[0] + x[1]) / 2) * scale,
      y: SIDE / 2 - (dot.y - (y[0] + y[1]) / 2) * scale,
    };
  };
}
