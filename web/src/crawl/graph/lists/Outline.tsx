// biome-ignore-all lint/a11y/useSemanticElements: there is no element for a tree
import clsx from 'clsx';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import { takePageClick } from '~/ui/clicks';
import { DepthChip } from '~/ui/Depth';
import { StateMark } from '~/ui/Status';
import { AddressCell } from '~/ui/Table';
import { useArea } from '~/ui/useArea';
import { count } from '~/words/figures';
import { figureOf } from '~/words/pages';
import { useRows } from '../../pages/useRows';
import { labelsOf } from '../data/labels';
import { above, childrenOf, type Line, unfolded } from '../data/outline';
import type { Dot, Survey } from '../data/survey';

export interface ListProps {
  survey: Survey;
  site: string;
  /** The page that is open, or selected. */
  current: string | undefined;
  isOpen: boolean;
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
}

const INDENT = 20;
const DEEPEST = 12;

/** The tree line by line. Arrows walk it: right unfolds, left folds; Enter opens a page. */
export function Outline({ survey, site, current, isOpen, hrefOf, onOpen }: ListProps) {
  const children = useMemo(() => childrenOf(survey), [survey]);
  const wanted = current === undefined ? undefined : survey.places.get(current);
  const idOf = (place: number) => survey.dots[place]?.id ?? '';
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set([0, ...(wanted === undefined ? [] : above(children, wanted))].map(idOf)),
  );
  const labels = useMemo(() => labelsOf(survey), [survey]);
  const lines = useMemo(
    () => unfolded(children, (place) => open.has(survey.dots[place]?.id ?? '')),
    [children, survey, open],
  );
  const body = useRef<HTMLDivElement>(null);
  const { top } = useArea(body);
  const openPlace = isOpen ? lines.findIndex((line) => line.place === wanted) : -1;
  const rows = useRows({
    body,
    top,
    isNarrow: false,
    loaded: lines.length,
    openPlace,
  });

  function fold(place: number, isUnfolded: boolean): void {
    setOpen((before) => {
      const now = new Set(before);
      if (isUnfolded) now.add(idOf(place));
      else now.delete(idOf(place));
      return now;
    });
  }

  function press(event: KeyboardEvent): void {
    const line = lines[rows.current];
    if (line && event.key === 'ArrowRight' && line.below > 0 && !line.isOpen) fold(line.place, true);
    else if (line && event.key === 'ArrowLeft' && line.isOpen) fold(line.place, false);
    else if (line && event.key === 'ArrowLeft') rows.go(parentOf(lines, rows.current));
    else if (line && event.key === 'ArrowRight' && line.isOpen) rows.go(rows.current + 1);
    else {
      rows.walk(event);
      return;
    }
    event.preventDefault();
  }

  function click(event: MouseEvent): void {
    const page = takePageClick(event);
    if (page) onOpen(page);
  }

  return (
    <div
      role="tree"
      aria-label="Pages by what led to them"
      className="card"
      onKeyDown={press}
      onClick={click}
    >
      <div ref={body} role="none" className="relative" style={{ height: rows.height }}>
        {rows.items.map(({ index, start }) => {
          const line = lines[index];
          const dot = line && survey.dots[line.place];
          if (!dot) return null;
          return (
            <div
              key={dot.id}
              role="none"
              data-place={index}
              className="absolute inset-x-0 top-0 flex h-10 items-center border-b border-line pr-4 text-label hover:bg-raised"
              style={{
                paddingLeft: 8 + INDENT * Math.min(line.level - 1, DEEPEST),
                transform: `translateY(${start}px)`,
              }}
            >
              <Fold line={line} onFold={(isUnfolded) => fold(line.place, isUnfolded)} />
              <a
                href={hrefOf(dot.id)}
                data-page={dot.id}
                role="treeitem"
                aria-level={line.level}
                aria-posinset={line.nth}
                aria-setsize={line.of}
                aria-expanded={line.below > 0 ? line.isOpen : undefined}
                aria-current={dot.id === current || undefined}
                tabIndex={index === rows.current ? 0 : -1}
                className={clsx(
                  'flex min-w-0 flex-1 items-center gap-3 rounded-control py-1 outline-offset-0',
                  dot.id === current && 'bg-soft',
                )}
              >
                <Content dot={dot} label={labels[line.place] ?? ''} below={line.below} site={site} />
              </a>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function parentOf(lines: readonly Line[], at: number): number {
  const level = lines[at]?.level ?? 1;
  for (let before = at - 1; before >= 0; before -= 1) if ((lines[before]?.level ?? 0) < level) return before;
  return at;
}

/** For the mouse; the keys do the same. */
function Fold({ line, onFold }: { line: Line; onFold: (isUnfolded: boolean) => void }) {
  if (line.below === 0) return <span aria-hidden="true" className="w-7 shrink-0" />;
  const Icon = line.isOpen ? ChevronDown : ChevronRight;
  return (
    <span
      aria-hidden="true"
      onClick={() => onFold(!line.isOpen)}
      className="flex size-7 shrink-0 cursor-pointer items-center justify-center rounded-control text-muted hover:text-ink"
    >
      <Icon size={16} />
    </span>
  );
}

function Content(props: { dot: Dot; label: string; below: number; site: string }) {
  const { dot, label, below, site } = props;
  if (!dot.page) return <bdi>{label}</bdi>;
  const { page } = dot;
  return (
    <>
      <DepthChip depth={page.depth} />
      <bdi className="min-w-16 truncate font-medium">{label}</bdi>
      <span className="min-w-0 flex-1 text-muted max-sm:hidden">
        <AddressCell address={page.url} site={site} />
      </span>
      {figureOf(page).name !== 'fetched' && <StateMark page={page} />}
      {below > 0 && <span className="ml-auto text-muted">{count(below)} below</span>}
    </>
  );
}
