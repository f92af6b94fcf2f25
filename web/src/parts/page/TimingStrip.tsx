import { milliseconds } from '~/words/figures';
import { type Phase, phasesOf, type Timed } from './timings';

/** One colour in five strengths; the words below distinguish them. */
const SHADES: Record<Phase['name'], string> = {
  DNS: 'bg-control',
  connect: 'bg-muted',
  TLS: 'bg-ink',
  wait: 'bg-accent',
  download: 'bg-accent/50',
};

/** Where the time of the answer went. */
export function TimingStrip({ page }: { page: Timed }) {
  const phases = phasesOf(page);
  if (phases.length === 0) return null;
  const total = phases.reduce((sum, phase) => sum + phase.ms, 0);
  const isReused = phases.every(({ name }) => name === 'wait' || name === 'download');
  return (
    <section aria-label="Timing" className="flex flex-col gap-2">
      <div aria-hidden="true" className="flex h-2.5 gap-px overflow-hidden rounded-chip">
        {phases.map(({ name, ms }) => (
          <span key={name} className={SHADES[name]} style={{ flexGrow: ms / total, flexBasis: 3 }} />
        ))}
      </div>
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-label">
        {phases.map(({ name, ms }) => (
          <div key={name} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2.5 rounded-[3px] ${SHADES[name]}`} />
            <dt className="text-muted">{name}</dt>
            <dd>{milliseconds(ms)}</dd>
          </div>
        ))}
        <div className="ml-auto flex gap-1.5">
          <dt className="text-muted">{isReused ? 'all, on an open connection' : 'all'}</dt>
          <dd className="font-semibold">{milliseconds(total)}</dd>
        </div>
      </dl>
    </section>
  );
}
