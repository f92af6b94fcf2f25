import { count } from '~/words/figures';
import { PRESETS } from './asked';
import { FigureField } from './FigureField';
import { Fold } from './Fold';
import type { Part } from './NewCrawlForm';
import { TimeField } from './TimeField';

export function LimitOptions({ asked, about, change, errorOf }: Part) {
  const depth = asked.depth || String(about.defaults.max_depth);
  const pages = asked.maxPages || (about.max_pages_limit ? count(about.max_pages_limit) : 'no limit');
  const time = asked.maxTime && ` · time: ${asked.maxTime}`;
  return (
    <Fold title="Limits" summary={`depth ${depth} · pages: ${pages}${time}`}>
      <FigureField
        label="Depth"
        least={0}
        value={asked.depth}
        onChange={(value) => change({ depth: value })}
        preset={String(about.defaults.max_depth)}
        hint="Clicks from the first page that are fetched; 0 is that page alone."
        error={errorOf('max_depth')}
      />
      <FigureField
        label="Pages"
        value={asked.maxPages}
        onChange={(value) => change({ maxPages: value })}
        preset={about.max_pages_limit ? count(about.max_pages_limit) : 'no limit'}
        hint="No more than this are fetched."
        error={errorOf('max_pages')}
      />
      <TimeField
        label="Time limit"
        value={asked.maxTime}
        onChange={(value) => change({ maxTime: value })}
        preset="no limit"
        hint="Such as 10m or 1h30m. Pages that are left then are skipped; pauses do not count."
        error={errorOf('max_time_s')}
      />
      <FigureField
        label="Pages of one shape"
        least={0}
        value={asked.maxPerShape}
        onChange={(value) => change({ maxPerShape: value })}
        preset={count(PRESETS.maxPerShape)}
        hint="Where a calendar or a filter without end is cut; 0 is no limit."
        error={errorOf('max_per_shape')}
      />
      <FigureField
        label="Attempts"
        value={asked.maxAttempts}
        onChange={(value) => change({ maxAttempts: value })}
        preset={String(PRESETS.maxAttempts)}
        hint="How often a page is tried before it has failed."
        error={errorOf('max_attempts')}
      />
    </Fold>
  );
}
