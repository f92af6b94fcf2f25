import { Check } from '~/ui/Field';
import { count } from '~/words/figures';
import { FigureField } from './FigureField';
import { Fold } from './Fold';
import type { Part } from './NewCrawlForm';
import { TimeField } from './TimeField';

export function PaceOptions({ asked, about, change, errorOf }: Part) {
  const { defaults } = about;
  const gap = asked.delayMs || String(defaults.delay_ms);
  const robots = asked.respectRobots ? 'robots.txt obeyed' : 'robots.txt not asked';
  return (
    <Fold title="Pace and manners" summary={`${gap} ms apart · ${robots}`}>
      <FigureField
        label="Gap, ms"
        least={0}
        value={asked.delayMs}
        onChange={(value) => change({ delayMs: value })}
        preset={String(defaults.delay_ms)}
        hint="Between two requests to a host; 0 says that the host is yours."
        error={errorOf('delay_ms')}
      />
      <FigureField
        label="Requests at once"
        value={asked.concurrency}
        onChange={(value) => change({ concurrency: value })}
        preset={String(defaults.concurrency)}
        hint={`In all; at most ${defaults.parallel_per_host} on a host with a gap.`}
        error={errorOf('concurrency')}
      />
      <FigureField
        label="Time for one request, ms"
        value={asked.timeoutMs}
        onChange={(value) => change({ timeoutMs: value })}
        preset={count(defaults.timeout_ms)}
        error={errorOf('timeout_ms')}
      />
      <TimeField
        label="Wait for a host that stops answering"
        least={0}
        value={asked.hostOutageMax}
        onChange={(value) => change({ hostOutageMax: value })}
        preset="as the server does"
        hint="Such as 10m or 2h. Its pages fail after that."
        error={errorOf('host_outage_max_s')}
      />
      <div className="flex flex-col gap-3 sm:pt-6">
        <Check
          label="Obey robots.txt"
          isOn={asked.respectRobots}
          onChange={(isOn) => change({ respectRobots: isOn })}
        />
        <Check
          label="Leave links with nofollow"
          isOn={asked.respectNofollow}
          onChange={(isOn) => change({ respectNofollow: isOn })}
        />
      </div>
    </Fold>
  );
}
