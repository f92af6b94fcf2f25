import { FigureField } from '~/parts/options/FigureField';
import { TimeField } from '~/parts/options/TimeField';
import { Check } from '~/ui/Field';
import { count } from '~/words/figures';
import { Fold } from './Fold';
import type { Part } from './NewCrawlForm';

export function PaceOptions({ form, about, change, errorOf }: Part) {
  const { defaults } = about;
  const gap = form.delayMs || String(defaults.delay_ms);
  const robots = form.respectRobots ? 'robots.txt obeyed' : 'robots.txt ignored';
  return (
    <Fold title="Pace and robots.txt" summary={`${gap} ms delay · ${robots}`}>
      <FigureField
        label="Delay, ms"
        least={0}
        value={form.delayMs}
        onChange={(value) => change({ delayMs: value })}
        preset={String(defaults.delay_ms)}
        hint="The least time between two requests to one host; 0 only for a host of your own."
        error={errorOf('delay_ms')}
      />
      <FigureField
        label="Requests at once"
        value={form.concurrency}
        onChange={(value) => change({ concurrency: value })}
        preset={String(defaults.concurrency)}
        hint={`In all; at most ${defaults.parallel_per_host} to a host with a delay.`}
        error={errorOf('concurrency')}
      />
      <FigureField
        label="Time for one request, ms"
        value={form.timeoutMs}
        onChange={(value) => change({ timeoutMs: value })}
        preset={count(defaults.timeout_ms)}
        error={errorOf('timeout_ms')}
      />
      <TimeField
        label="Wait for a host that stops answering"
        least={0}
        value={form.hostOutageMax}
        onChange={(value) => change({ hostOutageMax: value })}
        preset="as the server is set"
        hint="For example 10m or 2h. Its pages fail after that."
        error={errorOf('host_outage_max_s')}
      />
      <div className="flex flex-col gap-3 sm:pt-6">
        <Check
          label="Obey robots.txt"
          isOn={form.respectRobots}
          onChange={(isOn) => change({ respectRobots: isOn })}
        />
        <Check
          label="Skip links with nofollow"
          isOn={form.respectNofollow}
          onChange={(isOn) => change({ respectNofollow: isOn })}
        />
      </div>
    </Fold>
  );
}
