import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useStore } from '~/state/store';
import { colourOf, isDarkStore } from '~/ui/theme';
import { count, decimal, timeOfDay, timeWithSeconds } from '~/words/figures';

export interface Line {
  label: string;
  /** A colour of the theme: "running". */
  token: string;
  values: number[];
  isFilled?: boolean;
  /** Whether each value is of all the time since the one before it. */
  isStepped?: boolean;
}

interface ChartProps {
  /** The content of the chart, in words. */
  label: string;
  times: number[];
  lines: Line[];
  /** The place in the lines that is pointed at, in this chart or in another of the page. */
  onPoint: (place: number | null) => void;
}

const HEIGHT = 180;
const SECONDS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, 86_400, 604_800,
];
const STEPS = Array.from({ length: 12 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** (power - 1)),
).flat();
const FONT = '12px "Inter Variable", sans-serif';

/** Lines over time. Charts of one page share the crosshair. */
export function Chart(props: ChartProps) {
  const isDark = useStore(isDarkStore);
  const shape = props.lines.map((line) => `${line.label} ${line.token} ${line.isFilled ?? false}`).join();
  // Created again for other lines or colours; other figures are only set.
  return <Plot key={`${shape} ${isDark}`} {...props} />;
}

function Plot({ label, times, lines, onPoint }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const data = useMemo(
    () => [times, ...lines.map((line) => line.values)] as uPlot.AlignedData,
    [times, lines],
  );
  const create = useEffectEvent(
    (box: HTMLElement) => new uPlot(optionsFor(box.clientWidth, lines, onPoint), data, box),
  );

  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const created = create(box);
    plot.current = created;
    const watching = new ResizeObserver(() => created.setSize({ width: box.clientWidth, height: HEIGHT }));
    watching.observe(box);
    return () => {
      watching.disconnect();
      created.destroy();
      plot.current = null;
    };
  }, []);

  useEffect(() => plot.current?.setData(data), [data]);

  return <div ref={place} role="img" aria-label={label} className="min-w-0" style={{ minHeight: HEIGHT }} />;
}

function optionsFor(width: number, lines: Line[], onPoint: ChartProps['onPoint']): uPlot.Options {
  const axis = {
    stroke: colourOf('muted'),
    font: FONT,
    grid: { stroke: colourOf('line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: HEIGHT,
    padding: [8, 28, 0, 0],
    legend: { show: false },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    cursor: { sync: { key: 'progress' }, points: { size: 6 }, drag: { x: false, y: false } },
    scales: { y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] } },
    axes: [
      { ...axis, grid: { show: false }, space: 80, size: 28, incrs: SECONDS, values: timesOf },
      { ...axis, size: 48, space: 36, incrs: STEPS, values: (_, ticks) => ticks.map(short) },
    ],
    series: [
      {},
      ...lines.map((line): uPlot.Series => {
        const colour = colourOf(line.token);
        const fill = line.isFilled ? { fill: colour.replace('rgb(', 'rgba(').replace(')', ', 0.14)') } : {};
        const steps = line.isStepped ? stepped() : {};
        return { label: line.label, stroke: colour, width: 2, points: { show: false }, ...fill, ...steps };
      }),
    ],
  };
}

function stepped(): Pick<uPlot.Series, 'paths'> {
  const paths = uPlot.paths.stepped?.({ align: -1 });
  return paths ? { paths } : {};
}

/** "19:02", with seconds while all of it took minutes. */
function timesOf(_: uPlot, ticks: number[]): string[] {
  const span = (ticks.at(-1) ?? 0) - (ticks[0] ?? 0);
  return ticks.map((tick) => (span < 300 ? timeWithSeconds : timeOfDay)(new Date(tick * 1000)));
}

function short(value: number): string {
  if (value >= 10_000) return `${decimal(value / 1000)}k`;
  return Number.isInteger(value) ? count(value) : decimal(value);
}
