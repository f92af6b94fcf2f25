import { type ReactNode, useState } from 'react';
import { AfterDelay, Bone } from '~/ui/Skeleton';
import { useModule } from '~/ui/useModule';
import { timeWithSeconds } from '~/words/figures';
import type { Line } from './Chart';

const loadChart = () => import('./Chart');

interface ChartCardProps {
  title: string;
  label: string;
  times: number[];
  lines: Line[];
  /** Of the place that is pointed at, or of the whole. */
  legend: (place: number | null) => ReactNode;
}

export function ChartCard({ title, label, times, lines, legend }: ChartCardProps) {
  const Chart = useModule(loadChart)?.Chart;
  const [place, setPlace] = useState<number | null>(null);
  const moment = place === null ? undefined : times[place];
  const isLine = times.length > 1;
  return (
    <section className="card flex min-w-0 flex-col gap-2 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-section">{title}</h2>
        <p className="flex flex-wrap gap-x-3 text-label text-muted">
          {moment !== undefined && <span>{timeWithSeconds(new Date(moment * 1000))}</span>}
          {legend(moment === undefined ? null : place)}
        </p>
      </div>
      {!isLine && (
        <p className="flex h-[180px] items-center justify-center text-label text-muted">
          The chart appears after a few seconds.
        </p>
      )}
      {isLine && Chart && <Chart label={label} times={times} lines={lines} onPoint={setPlace} />}
      {isLine && !Chart && (
        <AfterDelay>
          <Bone className="h-[180px]" />
        </AfterDelay>
      )}
    </section>
  );
}

/** A line's colour and name, and its figure now. */
export function LegendItem({ swatch, name, figure }: { swatch: string; name: string; figure: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2 rounded-chip ${swatch}`} />
      {name} <span className="font-medium text-ink">{figure}</span>
    </span>
  );
}
