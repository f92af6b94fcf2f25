import { GROUND, INK } from '../data/colours';
import type { LineLook, Picture } from '../data/picture';
import { leastNamed, type Name, writeNames } from './labels';
import { type Frame, frameOf, type Spot } from './places';
import { pngOf } from './png';
import type { Scene, SceneEvents } from './scene';

const MARGIN = 40;
const HIT_PX = 12;

/** A picture on a plain canvas, all of it at once: for machines without WebGL. */
export class CanvasScene implements Scene {
  private readonly canvas = document.createElement('canvas');
  private picture: Picture | null = null;
  private frame: Frame | null = null;

  constructor(
    private readonly box: HTMLElement,
    events: SceneEvents,
  ) {
    this.canvas.style.width = '100%';
    this.canvas.style.height = '100%';
    this.canvas.addEventListener('click', (event) => events.onSelect(this.at(event)));
    this.canvas.addEventListener('dblclick', (event) => {
      const place = this.at(event);
      if (place !== null) events.onRoot(place);
    });
    box.append(this.canvas);
  }

  show(picture: Picture): void {
    this.picture = picture;
    this.frame = frameOf(picture.survey, this.frame);
    this.draw();
  }

  resized(): void {
    this.draw();
  }

  png(): Promise<Blob> {
    this.draw();
    return pngOf(this.canvas);
  }

  kill(): void {
    this.canvas.remove();
  }

  // All of it is always seen, and rests where the server put it.
  sight(): string {
    return '';
  }
  restore(): void {}
  goTo(): void {}
  reach(): void {}
  zoom(): void {}
  fit(): void {}
  putBack(): void {}
  relax(_: boolean, onRest: () => void): void {
    onRest();
  }

  private draw(): void {
    const context = this.canvas.getContext('2d');
    const { picture } = this;
    if (!context || !picture) return;
    const ratio = devicePixelRatio;
    this.canvas.width = this.box.clientWidth * ratio;
    this.canvas.height = this.box.clientHeight * ratio;
    context.scale(ratio, ratio);
    context.fillStyle = GROUND;
    context.fillRect(0, 0, this.box.clientWidth, this.box.clientHeight);
    this.drawLines(context, picture.lines, picture.lineLook);
    this.drawLines(context, picture.lit, picture.litLook);
    this.drawDots(context, picture);
    writeNames(context, this.names(picture), this.box.clientWidth, 1);
  }

  private drawLines(
    context: CanvasRenderingContext2D,
    lines: readonly number[],
    lookOf: (from: number, to: number) => LineLook,
  ): void {
    for (let at = 0; at < lines.length; at += 2) {
      const [from = 0, to = 0] = [lines[at], lines[at + 1]];
      const look = lookOf(from, to);
      context.globalAlpha = look.alpha;
      context.strokeStyle = look.colour;
      context.lineWidth = look.width;
      context.beginPath();
      context.moveTo(...this.spot(from));
      context.lineTo(...this.spot(to));
      context.stroke();
    }
  }

  /** The largest last, and what is selected over all. */
  private drawDots(context: CanvasRenderingContext2D, { dots }: Picture): void {
    const order = dots.map((_, place) => place).sort((a, b) => (dots[a]?.size ?? 0) - (dots[b]?.size ?? 0));
    for (const place of order) {
      const look = dots[place];
      if (!look) continue;
      context.globalAlpha = look.alpha;
      context.fillStyle = look.colour;
      context.beginPath();
      context.arc(...this.spot(place), look.size, 0, 2 * Math.PI);
      context.fill();
      if (!look.isSelected) continue;
      context.globalAlpha = 1;
      context.strokeStyle = INK;
      context.lineWidth = 2;
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  private *names({ dots }: Picture): Generator<Name> {
    const order = dots.map((_, place) => place).sort((a, b) => rankOf(dots[b]) - rankOf(dots[a]));
    for (const place of order) {
      const look = dots[place];
      if (!look?.label || (look.size < leastNamed(dots.length) && rankOf(look) < 1_000)) continue;
      const [x, y] = this.spot(place);
      yield { text: look.label, x, y, size: look.size, alpha: 1 };
    }
  }

  spotAt(pixel: Spot): Spot {
    const { middle, scale } = this.view();
    return {
      x: middle.x + (pixel.x - this.box.clientWidth / 2) / scale,
      y: middle.y - (pixel.y - this.box.clientHeight / 2) / scale,
    };
  }

  /** Where a dot is, in pixels. */
  private spot(place: number): [number, number] {
    const dot = this.picture?.survey.dots[place];
    if (!dot) return [0, 0];
    const { middle, scale } = this.view();
    return [
      this.box.clientWidth / 2 + (dot.x - middle.x) * scale,
      this.box.clientHeight / 2 - (dot.y - middle.y) * scale,
    ];
  }

  /** The centre, and the pixels per unit. */
  private view(): { middle: Spot; scale: number } {
    const { x, y } = this.frame ?? { x: [0, 1], y: [0, 1] };
    const scale = Math.min(
      (this.box.clientWidth - 2 * MARGIN) / (x[1] - x[0]),
      (this.box.clientHeight - 2 * MARGIN) / (y[1] - y[0]),
    );
    return { middle: { x: (x[0] + x[1]) / 2, y: (y[0] + y[1]) / 2 }, scale };
  }

  private at(event: MouseEvent): number | null {
    let [best, least]: [number | null, number] = [null, HIT_PX];
    this.picture?.dots.forEach((look, place) => {
      const [x, y] = this.spot(place);
      const far = Math.hypot(x - event.offsetX, y - event.offsetY) - look.size;
      if (far < least) [best, least] = [place, far];
    });
    return best;
  }
}

function rankOf(look: Picture['dots'][number] | undefined): number {
  return (look?.size ?? 0) + (look?.isNamed ? 1_000 : 0) + (look?.isSelected ? 2_000 : 0);
}
