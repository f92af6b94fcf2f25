import { DirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import FA2Layout from 'graphology-layout-forceatlas2/worker';
import { linesOf } from '../data/picture';
import type { Survey } from '../data/survey';
import type { Spot } from './places';

const LONGEST_MS = 12_000;

/** Let links pull, in a worker, and report places as they change, and the end. Return a function that stops it. */
export function relaxing(
  survey: Survey,
  spots: (id: string) => Spot,
  onMove: (spots: Map<string, Spot>) => void,
  onRest: () => void,
): () => void {
  const graph = new DirectedGraph<Spot>();
  for (const { id } of survey.dots) graph.addNode(id, { ...spots(id) });
  const lines = linesOf(survey, false);
  for (let at = 0; at < lines.length; at += 2) {
    graph.mergeEdge(survey.dots[lines[at] ?? 0]?.id, survey.dots[lines[at + 1] ?? 0]?.id);
  }
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    strongGravityMode: false,
    gravity: 1,
    scalingRatio: 20,
  };
  const layout = new FA2Layout(graph, { settings });
  graph.on('eachNodeAttributesUpdated', () => {
    const now = new Map<string, Spot>();
    graph.forEachNode((id, { x, y }) => now.set(id, { x, y }));
    onMove(now);
  });
  const timer = setTimeout(end, LONGEST_MS);
  layout.start();
  function end(): void {
    clearTimeout(timer);
    layout.kill();
    onRest();
  }
  return end;
}
