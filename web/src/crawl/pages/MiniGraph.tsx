import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from '~/state/store';
import { count } from '~/words/figures';
import type { Survey } from '../graph/data/survey';
import { useSurvey } from '../graph/data/useSurvey';
import type { Spot } from '../graph/stage/places';
import { useCrawl } from '../LiveContext';
import { draw, SIDE, spotsOf } from './mini';
import { pointedPageStore, showMiniGraph } from './mini-graph-state';

const PAGES = 1_000;

/** The crawl in small beside its pages: the one that is pointed at in the table is seen in it. */
export function MiniGraph() {
  const { id } = useCrawl();
  const { survey } = useSurvey({ view: 'tree', max: PAGES });
  const pointed = useStore(pointedPageStore);
  if (!survey) return null;
  const place = pointed === null ? undefined : survey.places.get(pointed);
  return (
    <aside
      aria-label="Small graph"
      className="night sticky top-[60px] overflow-hidden rounded-card border border-line bg-ground text-ink"
    >
      <Link
        to="/crawls/$id/graph"
        params={{ id }}
        search={pointed === null ? {} : { page: pointed }}
        aria-label="Show the graph"
        className="relative block"
      >
        <Dots survey={survey} />
        {place !== undefined && <Pulse key={pointed} spot={spotsOf(survey)(place)} />}
      </Link>
      <p className="truncate px-3 pb-2 text-caption text-muted">
        {pointed !== null && place === undefined
          ? `Not among the ${count(survey.dots.length)} shown`
          : `${count(survey.dots.length)} of ${count(survey.total.nodes)} pages`}
      </p>
      <button
        type="button"
        aria-label="Hide the small graph"
        title="Hide it; show it again under Columns"
        onClick={() => showMiniGraph(false)}
        className="absolute top-1 right-1 flex size-6 items-center justify-center rounded-control text-muted hover:text-ink"
      >
        <X size={14} aria-hidden="true" />
      </button>
    </aside>
  );
}

function Dots({ survey }: { survey: Survey }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context) return;
    canvas.current.width = SIDE * devicePixelRatio;
    canvas.current.height = SIDE * devicePixelRatio;
    context.scale(devicePixelRatio, devicePixelRatio);
    draw(context, survey);
  }, [survey]);
  return <canvas ref={canvas} style={{ width: SIDE, height: SIDE }} className="block" />;
}

function Pulse({ spot }: { spot: Spot }) {
  return (
    <span
      aria-hidden="true"
      className="pulse pointer-events-none absolute -mt-2 -ml-2 size-4 rounded-chip border-2 border-ink"
      style={{ left: spot.x, top: spot.y }}
    />
  );
}
