/** Names beside dots: of the largest first, and none over another. */

import type { NodeHoverDrawingFunction } from 'sigma/rendering';
import { GROUND, INK } from '../data/colours';
import type { DotAttributes, LineAttributes } from './drawn';

const MOST = 60;
/** Of the width, for each: narrow pictures have few names. */
const ROOM = 28;
const HALO = 4;
const GAP = 5;
const FONT = '"Inter Variable", sans-serif';
const HEIGHT = 12;

export interface Name {
  text: string;
  x: number;
  y: number;
  /** The radius of its dot, in pixels. */
  size: number;
  /** Faint dots have faint names. */
  alpha: number;
  /** Whether it is written elsewhere, on a plate: its place is kept free. */
  isOnPlate?: boolean;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Dots are named from this radius on; where there are few, all of them. */
export function leastNamed(dots: number): number {
  return 7 * Math.min(1, dots / 150);
}

/** Write names in the order they come, each where there is room for it. */
export function writeNames(
  context: CanvasRenderingContext2D,
  names: Iterable<Name>,
  width: number,
  scale: number,
): void {
  const height = HEIGHT * scale;
  context.font = `500 ${height}px ${FONT}`;
  context.lineJoin = 'round';
  context.lineWidth = HALO * scale;
  context.strokeStyle = GROUND;
  context.fillStyle = INK;
  const most = Math.min(MOST, width / (ROOM * scale));
  const taken: Box[] = [];
  for (const { text, x, y, size, alpha, isOnPlate } of names) {
    if (taken.length >= most) break;
    const length = context.measureText(text).width;
    const gap = size + GAP * scale;
    // Beyond the edge it cannot be read.
    const isBefore = x + gap + length > width && x - gap - length > 0;
    const left = isBefore ? x - gap - length : x + gap;
    const box = {
      left: Math.min(left, x - size),
      right: Math.max(left + length, x + size),
      top: y - height * 0.75,
      bottom: y + height * 0.75,
    };
    if (!isOnPlate && taken.some((other) => overlap(box, other))) continue;
    taken.push(isOnPlate ? plateAt(x, y, size, length, scale) : box);
    if (isOnPlate) continue;
    context.globalAlpha = alpha;
    context.strokeText(text, left, y + height / 3);
    context.fillText(text, left, y + height / 3);
  }
  context.globalAlpha = 1;
}

/** The room of a name that is drawn by `drawHover`. */
function plateAt(x: number, y: number, size: number, length: number, scale: number): Box {
  const height = (HEIGHT + 1) * scale;
  return {
    left: x - size,
    right: x + size + 1.15 * length + 24 * scale,
    top: y - height,
    bottom: y + height,
  };
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** The dot that is pointed at, or selected: a ring, and its name on a plate. */
export function drawHover(scale: number): NodeHoverDrawingFunction<DotAttributes, LineAttributes> {
  return (context, data) => {
    context.beginPath();
    context.arc(data.x, data.y, data.size + 4 * scale, 0, 2 * Math.PI);
    context.strokeStyle = INK;
    context.lineWidth = 1.5 * scale;
    context.stroke();
    if (!data.label) return;
    const height = (HEIGHT + 1) * scale;
    context.font = `600 ${height}px ${FONT}`;
    const [x, y] = [data.x + data.size + 10 * scale, data.y];
    context.beginPath();
    context.roundRect(
      x,
      y - height,
      context.measureText(data.label).width + 14 * scale,
      2 * height,
      6 * scale,
    );
    context.fillStyle = '#1d2624';
    context.fill();
    context.strokeStyle = '#6c7c75';
    context.lineWidth = scale;
    context.stroke();
    context.fillStyle = INK;
    context.fillText(data.label, x + 7 * scale, y + height / 3);
  };
}
