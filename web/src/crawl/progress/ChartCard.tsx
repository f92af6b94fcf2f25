import type { ReactNode } from 'react';
import { Bone, Late } from '~/ui/Skeleton';
import { useModule } from '~/ui/useModule';
import type { Line } from './Chart';

const loadChart = () => import('./Chart');

interface ChartCardProps {
  title: string;
  label: string;
  times: number[];
  lines: Line[];
  legend: ReactNode;
}

export function ChartCard({ title, label, times, lines, legend }: ChartCardProps) {
  const Chart = useModule(loadChart)?.Chart;
  const isLine = times.length > 1;
  return (
    <section className="card flex min-w-0 flex-col gap-2 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-section">{title}</h2>
        <p className="flex flex-wrap gap-x-3 text-label text-muted">{legend}</p>
      </div>
      {!isLine && (
        <p className="flex h-[180px] items-center justify-center text-label text-muted">
          A line needs two moments; the second is on its way.
        </p>
      )}
      {isLine && Chart && <Chart label={label} times={times} lines={lines} />}
      {isLine && !Chart && (
        <Late>
          <Bone className="h-[180px]" />
        </Late>
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
