import { MultiDirectedGraph } from 'graphology';
import Sigma from 'sigma';
import { EdgeLineProgram, EdgeRectangleProgram } from 'sigma/rendering';
import { blended } from '../data/colours';
import type { DotLook, Picture } from '../data/picture';
import type { DotAttributes, Drawn, Sight, WithoutUndefined } from './drawn';
import { GlowProgram } from './glow';
import { drawHover, leastNamed, type Name, writeNames } from './labels';
import { animate, prefersStillness } from './motion';
import { around, between, type Frame, frameOf, type Move, moves, type Spot } from './places';
import { relaxing } from './relaxing';
import type { Scene, SceneEvents } from './scene';
import { snapshot } from './snapshot';

/** Beyond this, lines are a pixel wide: smooth ones take a software GL seconds, and are too faint to look better. */
const MOST_SMOOTH = 5_000;
/** Beyond this, places change at once: frames would take too long. */
const MOST_MOVED = 3_000;
const MOVE_MS = 700;
const NEAR = 0.35;
const CAMERA_MS = 350;

/** A picture by WebGL. */
export class SigmaScene implements Scene {
  private readonly sigma: Sight;
  private graph: Drawn = new MultiDirectedGraph();
  private picture: Picture | null = null;
  private frame: Frame | null = null;
  private lit: string[] = [];
  /** Places in the order in which they are named. */
  private order: readonly number[] = [];
  private stop = (): void => undefined;

  constructor(box: HTMLElement, events: SceneEvents) {
    this.sigma = new Sigma(this.graph, box, this.settings(1));
    this.sigma.on('afterRender', () => this.name(this.sigma, 1));
    this.sigma.on('clickNode', ({ node }) => events.onSelect(this.placeOf(node)));
    this.sigma.on('clickStage', () => events.onSelect(null));
    this.sigma.on('doubleClickNode', ({ node, preventSigmaDefault }) => {
      preventSigmaDefault();
      events.onRoot(this.placeOf(node));
    });
    this.sigma.on('enterNode', () => this.point('pointer'));
    this.sigma.on('leaveNode', () => this.point('grab'));
    this.point('grab');
    for (const canvas of box.querySelectorAll('canvas')) {
      canvas.addEventListener('webglcontextlost', () => this.picture && events.onLost());
    }
  }

  show(picture: Picture): void {
    const before = this.picture;
    this.picture = picture;
    this.order = orderOf(picture);
    if (before?.survey !== picture.survey || before.lines !== picture.lines) {
      this.build(picture);
    } else {
      this.restyle(picture);
    }
  }

  goTo(place: number): void {
    const at = this.framed(place);
    const ratio = Math.min(NEAR, this.sigma.getCamera().ratio);
    if (at) this.look({ x: at.x, y: at.y, ratio });
  }

  reach(place: number): void {
    const at = this.framed(place);
    if (!at) return;
    const { x, y } = this.sigma.framedGraphToViewport(at);
    const { width, height } = this.sigma.getDimensions();
    const isSeen = x > width * 0.1 && x < width * 0.9 && y > height * 0.1 && y < height * 0.9;
    if (!isSeen) this.look({ x: at.x, y: at.y });
  }

  zoom(factor: number): void {
    this.look({ ratio: this.sigma.getCamera().getBoundedRatio(this.sigma.getCamera().ratio / factor) });
  }

  fit(): void {
    this.look({ x: 0.5, y: 0.5, ratio: 1, angle: 0 });
  }

  spotAt(pixel: Spot): Spot {
    return this.sigma.viewportToGraph(pixel);
  }

  sight(): string {
    const { x, y, ratio } = this.sigma.getCamera().getState();
    return [x, y, ratio].map((figure) => figure.toFixed(3)).join(',');
  }

  restore(sight: string): void {
    const [x = Number.NaN, y = Number.NaN, ratio = Number.NaN] = sight.split(',').map(Number);
    if (Number.isFinite(x + y) && ratio > 0) this.sigma.getCamera().setState({ x, y, ratio });
  }

  relax(isOn: boolean, onRest: () => void): void {
    this.stop();
    const survey = this.picture?.survey;
    if (!isOn || !survey) return;
    this.stop = relaxing(
      survey,
      (id) => this.graph.getNodeAttributes(id),
      (spots) => this.placed(spots),
      onRest,
    );
  }

  putBack(): void {
    this.stop();
    const dots = this.picture?.survey.dots ?? [];
    this.placed(new Map(dots.map(({ id, x, y }) => [id, { x, y }])));
  }

  resized(): void {
    this.sigma.refresh({ schedule: true });
  }

  png(): Promise<Blob> {
    const { width, height } = this.sigma.getDimensions();
    return snapshot(
      this.graph,
      { width, height },
      (scale) => this.settings(scale),
      (other) => {
        other.setCustomBBox(this.frame);
        other.getCamera().setState(this.sigma.getCamera().getState());
      },
    );
  }

  kill(): void {
    this.stop();
    this.picture = null;
    this.sigma.kill();
  }

  private settings(scale: number): WithoutUndefined {
    return {
      nodeProgramClasses: { dot: GlowProgram },
      edgeProgramClasses: { line: EdgeRectangleProgram, hairline: EdgeLineProgram },
      defaultNodeType: 'dot',
      defaultEdgeType: 'line',
      hideEdgesOnMove: true,
      zIndex: true,
      minEdgeThickness: 1.7 * scale,
      stagePadding: 40 * scale,
      // Names are written below, so that they do not run into each other.
      renderLabels: false,
      defaultDrawNodeHover: drawHover(scale),
      zoomToSizeRatioFunction: (ratio) => ratio ** 0.4,
      minCameraRatio: 0.005,
      maxCameraRatio: 4,
      allowInvalidContainer: true,
      nodeReducer: (_, dot) => this.dotLook(dot, scale),
      edgeReducer: (_, { look, isLit }) => ({
        type: isLit || this.isSmooth() ? 'line' : 'hairline',
        color: blended(look.colour, look.alpha),
        size: look.width * scale,
        zIndex: isLit ? 1 : 0,
      }),
    };
  }

  /** By its own lines alone: the lines of a selected page must not change the others. */
  private isSmooth(): boolean {
    return (this.picture?.lines.length ?? 0) <= MOST_SMOOTH;
  }

  private dotLook(dot: DotAttributes, scale: number) {
    const look = this.picture?.dots[dot.place] as DotLook;
    return {
      x: dot.x,
      y: dot.y,
      size: look.size * scale * (0.4 + 0.6 * dot.shown),
      color: blended(look.colour, look.alpha * dot.shown),
      label: look.label,
      highlighted: look.isSelected,
      zIndex: look.isSelected ? 1_000 : look.alpha * 100 + look.size,
    };
  }

  /** Draw everything again: other pages, or other lines. */
  private build(picture: Picture): void {
    this.stop();
    const { survey } = picture;
    const before = new Map<string, Spot>();
    this.graph.forEachNode((id, { x, y }) => before.set(id, { x, y }));
    const moving = before.size > 0 && !prefersStillness() ? moves(survey, before) : new Map();
    const isMoved = moving.size > 0 && moving.size <= MOST_MOVED;

    const graph: Drawn = new MultiDirectedGraph();
    survey.dots.forEach(({ id, x, y }, place) => {
      const move = isMoved ? (moving.get(place) as Move | undefined) : undefined;
      graph.addNode(id, { place, ...(move?.from ?? { x, y }), shown: move?.isNew ? 0 : 1 });
    });
    addLines(graph, picture, picture.lines, false);
    this.lit = addLines(graph, picture, picture.lit, true);
    this.graph = graph;
    const from = this.frame;
    this.frame = frameOf(survey, this.frame);
    this.sigma.setCustomBBox(isMoved && from ? from : this.frame);
    this.sigma.setGraph(graph);
    if (isMoved) this.move(moving, from ?? this.frame, this.frame);
  }

  /** Other places for all, and a frame around them. */
  private placed(spots: ReadonlyMap<string, Spot>): void {
    for (const [id, { x, y }] of spots) Object.assign(this.graph.getNodeAttributes(id), { x, y });
    this.frame = around(spots.values());
    this.sigma.setCustomBBox(this.frame);
    this.sigma.refresh();
  }

  private move(moving: ReadonlyMap<number, Move>, from: Frame, to: Frame): void {
    const { dots } = (this.picture as Picture).survey;
    const ids = [...moving.keys()].map((place) => dots[place]?.id ?? '');
    const isFramed = from === to;
    const edges = isFramed ? ids.flatMap((id) => this.graph.edges(id)) : [];
    this.stop = animate(MOVE_MS, (share) => {
      for (const [place, move] of moving) {
        const dot = this.graph.getNodeAttributes(dots[place]?.id);
        dot.x = move.from.x + (move.to.x - move.from.x) * share;
        dot.y = move.from.y + (move.to.y - move.from.y) * share;
        if (move.isNew) dot.shown = share;
      }
      if (!isFramed) this.sigma.setCustomBBox(between(from, to, share));
      this.sigma.refresh({ partialGraph: { nodes: ids, edges }, skipIndexation: isFramed && share < 1 });
    });
  }

  /** Draw the same dots and lines in other colours and sizes, and other lines over them. */
  private restyle(picture: Picture): void {
    for (const edge of this.lit) this.graph.dropEdge(edge);
    this.graph.forEachEdge((_, line, source, target) => {
      line.look = picture.lineLook(this.placeOf(source), this.placeOf(target));
    });
    this.lit = addLines(this.graph, picture, picture.lit, true);
    this.sigma.refresh();
  }

  private name(sigma: Sight, scale: number): void {
    const context = sigma.getCanvases().labels?.getContext('2d');
    if (context) writeNames(context, this.names(sigma, scale), sigma.getDimensions().width, scale);
  }

  /** The dots in view: the selected ones first, then the largest. */
  private *names(sigma: Sight, scale: number): Generator<Name> {
    const { width, height } = sigma.getDimensions();
    const { ratio } = sigma.getCamera();
    const least = leastNamed(this.order.length) * scale * Math.min(1, ratio) ** 0.25;
    for (const place of this.order) {
      const look = this.picture?.dots[place];
      const id = this.picture?.survey.dots[place]?.id;
      const at = id === undefined ? undefined : sigma.getNodeDisplayData(id);
      if (!look?.label || !at) continue;
      const size = sigma.scaleSize(at.size);
      if (size < least && !look.isNamed && !look.isSelected) continue;
      const { x, y } = sigma.framedGraphToViewport(at);
      if (x < -size || y < 0 || x > width || y > height) continue;
      const alpha = 0.45 + 0.55 * look.alpha;
      yield { text: look.label, x, y, size, alpha, isOnPlate: look.isSelected };
    }
  }

  private placeOf(id: string): number {
    return this.graph.getNodeAttribute(id, 'place');
  }

  private framed(place: number): Spot | undefined {
    const id = this.picture?.survey.dots[place]?.id;
    return id === undefined ? undefined : this.sigma.getNodeDisplayData(id);
  }

  private look(state: { x?: number; y?: number; ratio?: number; angle?: number }): void {
    const camera = this.sigma.getCamera();
    if (prefersStillness()) camera.setState(state);
    else void camera.animate(state, { duration: CAMERA_MS });
  }

  private point(cursor: string): void {
    this.sigma.getContainer().style.cursor = cursor;
  }
}

function orderOf({ dots }: Picture): number[] {
  // The selected dot, then the root, then landmarks.
  const weight = (place: number) =>
    (dots[place]?.size ?? 0) +
    (dots[place]?.isNamed ? 1_000 : 0) +
    (place === 0 ? 2_000 : 0) +
    (dots[place]?.isSelected ? 4_000 : 0);
  return dots.map((_, place) => place).sort((a, b) => weight(b) - weight(a));
}

function addLines(graph: Drawn, picture: Picture, lines: readonly number[], isLit: boolean): string[] {
  const { dots } = picture.survey;
  const lookOf = isLit ? picture.litLook : picture.lineLook;
  const added: string[] = [];
  for (let at = 0; at < lines.length; at += 2) {
    const [from = 0, to = 0] = [lines[at], lines[at + 1]];
    const key = isLit ? `lit ${at}` : `${at}`;
    graph.addEdgeWithKey(key, dots[from]?.id, dots[to]?.id, { look: lookOf(from, to), isLit });
    added.push(key);
  }
  return added;
}
