import { PRESETS } from '~/parts/options/crawl-form';
import { FigureField } from '~/parts/options/FigureField';
import { TimeField } from '~/parts/options/TimeField';
import { count } from '~/words/figures';
import { Fold } from './Fold';
import type { Part } from './NewCrawlForm';

export function LimitOptions({ form, about, change, errorOf }: Part) {
  const depth = form.depth || String(about.defaults.max_depth);
  const pages = form.maxPages || (about.max_pages_limit ? count(about.max_pages_limit) : 'no limit');
  const time = form.maxTime && ` · time: ${form.maxTime}`;
  return (
    <Fold title="Limits" summary={`depth ${depth} · pages: ${pages}${time}`}>
      <FigureField
        label="Depth"
        least={0}
        value={form.depth}
        onChange={(value) => change({ depth: value })}
        preset={String(about.defaults.max_depth)}
        hint="How many clicks from the first page are fetched; 0 is that page alone."
        error={errorOf('max_depth')}
      />
      <FigureField
        label="Pages"
        value={form.maxPages}
        onChange={(value) => change({ maxPages: value })}
        preset={about.max_pages_limit ? count(about.max_pages_limit) : 'no limit'}
        hint="At most so many pages are fetched."
        error={errorOf('max_pages')}
      />
      <TimeField
        label="Time limit"
        value={form.maxTime}
        onChange={(value) => change({ maxTime: value })}
        preset="no limit"
        hint="For example 10m or 1h30m. Pages that are still queued are skipped then; pauses do not count."
        error={errorOf('max_time_s')}
      />
      <FigureField
        label="Pages of one shape"
        least={0}
        value={form.maxPerShape}
        onChange={(value) => change({ maxPerShape: value })}
        preset={count(PRESETS.maxPerShape)}
        hint="Addresses that differ only in numbers, dates or ids, as of endless calendars; 0 is no limit."
        error={errorOf('max_per_shape')}
      />
      <FigureField
        label="Attempts"
        value={form.maxAttempts}
        onChange={(value) => change({ maxAttempts: value })}
        preset={String(PRESETS.maxAttempts)}
        hint="How often a page is tried before it counts as failed."
        error={errorOf('max_attempts')}
      />
    </Fold>
  );
}
