import { type MouseEvent, type ReactNode, useMemo, useRef } from 'react';
import { takePageClick } from '~/ui/clicks';
import { DepthChip } from '~/ui/Depth';
import { Grid, GridCell, GridGroup, GridHead, GridRow } from '~/ui/Grid';
import { CodeMark, StateMark } from '~/ui/Status';
import { AddressCell, FigureCell } from '~/ui/Table';
import { useArea } from '~/ui/useArea';
import { useMedia } from '~/ui/useMedia';
import { count } from '~/words/figures';
import { useRows } from '../../pages/useRows';
import { labelsOf } from '../data/labels';
import { isRanked } from '../data/sizes';
import type { Dot, PageNode, Survey } from '../data/survey';
import type { ListProps } from './Outline';

interface Column {
  name: string;
  width: string;
  cell: (page: PageNode) => ReactNode;
  isRight?: boolean;
}

const DEPTH: Column = { name: 'Depth', width: '64px', cell: ({ depth }) => <DepthChip depth={depth} /> };
const STATE: Column = { name: 'State', width: '112px', cell: (page) => <StateMark page={page} /> };
const STATUS: Column = { name: 'Status', width: '64px', cell: ({ status }) => <CodeMark code={status} /> };
const IN: Column = {
  name: 'Links in',
  width: '80px',
  cell: ({ in_degree }) => <FigureCell>{count(in_degree)}</FigureCell>,
  isRight: true,
};
const RANK: Column = {
  name: 'PageRank',
  width: '96px',
  cell: ({ rank }) => <FigureCell>{rank === null ? '–' : `${(rank * 100).toPrecision(3)} %`}</FigureCell>,
  isRight: true,
};

/** The dots as rows, the most important first. Arrows move through it, Enter opens a page. */
export function NodeTable({ survey, site, current, isOpen, hrefOf, onOpen }: ListProps) {
  const body = useRef<HTMLDivElement>(null);
  const { top } = useArea(body);
  const isNarrow = useMedia('(width < 40rem)');
  const openPlace = isOpen && current !== undefined ? (survey.places.get(current) ?? -1) : -1;
  const loaded = survey.dots.length;
  const rows = useRows({
    body,
    top,
    isNarrow: false,
    loaded,
    openPlace,
  });
  const labels = useMemo(() => labelsOf(survey), [survey]);
  const columns = columnsOf(survey, isNarrow);
  const isHosts = survey.view === 'hosts';
  const template = [
    'minmax(0,1fr)',
    ...columns.map((column) => column.width),
    ...(isHosts ? ['96px'] : []),
  ].join(' ');

  function click(event: MouseEvent): void {
    const page = takePageClick(event);
    if (page) onOpen(page);
  }

  return (
    <Grid
      aria-label={isHosts ? 'Hosts' : 'Pages of the graph'}
      aria-rowcount={loaded + 1}
      className="card"
      onClick={click}
      onKeyDown={rows.walk}
    >
      <GridGroup className="sticky top-12 z-10 rounded-t-[9px] border-b border-line bg-raised">
        <GridRow
          className="grid h-9 items-center gap-4 px-4 text-label font-medium text-muted"
          style={{ gridTemplateColumns: template }}
        >
          <GridHead>{isHosts ? 'Host' : 'Page'}</GridHead>
          {columns.map(({ name, isRight }) => (
            <GridHead key={name} className={isRight ? 'text-right' : ''}>
              {name}
            </GridHead>
          ))}
          {isHosts && <GridHead className="text-right">Pages</GridHead>}
        </GridRow>
      </GridGroup>
      <GridGroup ref={body} className="relative" style={{ height: rows.height }}>
        {rows.items.map(({ index, start }) => {
          const dot = survey.dots[index];
          if (!dot) return null;
          return (
            <GridRow
              key={dot.id}
              aria-rowindex={index + 2}
              data-place={index}
              className={`absolute inset-x-0 top-0 grid h-10 items-center gap-4 border-b border-line px-4 text-label hover:bg-raised ${dot.id === current ? 'bg-soft' : ''}`}
              style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
            >
              <GridCell className="min-w-0">
                <a
                  href={hrefOf(dot.id)}
                  data-page={dot.id}
                  tabIndex={index === rows.current ? 0 : -1}
                  className="flex min-w-0 items-baseline gap-3 outline-none after:absolute after:inset-0 focus-visible:after:rounded-control focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                >
                  <Named dot={dot} label={labels[index] ?? ''} site={site} />
                </a>
              </GridCell>
              {columns.map(({ name, cell }) => (
                <GridCell key={name}>{dot.page && cell(dot.page)}</GridCell>
              ))}
              {isHosts && (
                <GridCell>
                  <FigureCell>{count(dot.weight)}</FigureCell>
                </GridCell>
              )}
            </GridRow>
          );
        })}
      </GridGroup>
    </Grid>
  );
}

function Named({ dot, label, site }: { dot: Dot; label: string; site: string }) {
  return (
    <>
      <bdi className="min-w-16 truncate font-medium">{label}</bdi>
      {dot.page && (
        <span className="min-w-0 flex-1 text-muted max-sm:hidden">
          <AddressCell address={dot.page.url} site={site} />
        </span>
      )}
    </>
  );
}

function columnsOf(survey: Survey, isNarrow: boolean): Column[] {
  if (survey.view === 'hosts') return [];
  if (isNarrow) return [DEPTH, STATUS];
  return [DEPTH, STATE, STATUS, IN, ...(isRanked(survey) ? [RANK] : [])];
}
