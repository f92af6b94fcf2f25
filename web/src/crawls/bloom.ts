/** The small picture of a crawl: where its most important pages are, by depth. */

import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '~/api/client';
import { isOver, keyOfCrawl, type Progress } from '~/api/queries';
import { DEPTH_COLOURS } from '~/ui/Depth';

export interface Bloom {
  /** For each depth the dots of it, as a path of points within 20 around the middle. */
  paths: readonly string[];
  /** The lines between dots, as one path. */
  lines: string;
  dots: number;
  isDrawn: boolean;
}

const DOTS = 120;
const ROOM = 1_000;
const RADIUS = 17.5;
const GROWING_MS = 10_000;
const WAITING_MS = 4_000;
/** A crawl that is over is laid out within this, or not at all. */
const PATIENCE_MS = 180_000;

/** The bloom of a crawl, fetched again until it is laid out. */
export function bloomQuery(crawl: Progress) {
  const isDone = isOver(crawl.status);
  return queryOptions({
    queryKey: [...keyOfCrawl(crawl.crawl_id), 'bloom', isDone],
    queryFn: async ({ signal }) => {
      const params = { path: { crawl_id: crawl.crawl_id }, query: { max_nodes: DOTS } };
      const answer = await dataOf(api.GET('/api/v1/crawls/{crawl_id}/graph', { params, signal }));
      return bloomOf(answer as Schemas['Graph']);
    },
    staleTime: isDone ? Number.POSITIVE_INFINITY : GROWING_MS,
    refetchInterval: ({ state }) => {
      if (!isDone) return crawl.status === 'running' ? GROWING_MS : false;
      const ended = crawl.finished_at ? Date.parse(crawl.finished_at) : 0;
      return !state.data?.isDrawn && Date.now() - ended < PATIENCE_MS ? WAITING_MS : false;
    },
    // A list is never spoilt by its pictures.
    retry: false,
  });
}

export function bloomOf({ nodes, edges, drawn }: Pick<Schemas['Graph'], 'nodes' | 'edges' | 'drawn'>): Bloom {
  const points: string[][] = DEPTH_COLOURS.map(() => []);
  const scale = RADIUS / nodes.reduce((most, { x, y }) => Math.max(most, Math.hypot(x, y)), ROOM / 2);
  const spots = nodes.map(({ x, y }) => `${(x * scale).toFixed(1)} ${(0 - y * scale).toFixed(1)}`);
  nodes.forEach(({ depth }, place) => {
    const at = Math.min(Math.max(depth, 0), DEPTH_COLOURS.length - 1);
    points[at]?.push(`M${spots[place]}h0`);
  });
  return {
    paths: points.map((each) => each.join('')),
    lines: edges.map(([from, to]) => `M${spots[from]}L${spots[to]}`).join(''),
    dots: nodes.length,
    isDrawn: drawn,
  };
}
