import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pause, Play } from 'lucide-react';
import { memo, useState } from 'react';
import { isOver } from '~/api/queries';
import { IconButton } from '~/ui/Button';
import { FilterChip } from '~/ui/Chip';
import { INPUT } from '~/ui/Field';
import { CodeMark, StateMark } from '~/ui/Status';
import { AddressCell } from '~/ui/Table';
import { siteOf } from '~/words/addresses';
import { milliseconds } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import { matching } from './matching';
import { type Ended, logQuery } from './queries';

const LOOK_MS = 2_000;

/** The pages that finished last, the newest first: filtered, and paused to read. */
export function Log() {
  const { id, progress } = useCrawl();
  const [isHeld, setHeld] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const [typed, setTyped] = useState('');
  const isQuiet = isHeld || isOver(progress.status);
  const { data = [] } = useQuery({
    ...logQuery(id, isFailed ? 'FAILED' : undefined),
    refetchInterval: isQuiet ? false : LOOK_MS,
    placeholderData: keepPreviousData,
  });
  const { matches, error } = matching(typed);
  const shown = data.filter((page) => matches(page.url));
  return (
    <section aria-label="Log" className="card flex min-w-0 flex-col overflow-hidden lg:col-span-2">
      <div className="flex flex-wrap items-center gap-2 px-4 pt-3 pb-2">
        <h2 className="mr-auto text-section">Log</h2>
        <FilterChip isOn={isFailed} onToggle={() => setFailed(!isFailed)}>
          Failed only
        </FilterChip>
        <input
          aria-label="Only addresses that match"
          aria-invalid={error}
          placeholder="/regular expression/"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={`${INPUT} h-8 w-52! font-mono text-label aria-invalid:border-failed`}
        />
        <IconButton
          label={isHeld ? 'Unfreeze the log' : 'Freeze the log'}
          aria-pressed={isHeld}
          className="aria-pressed:bg-soft aria-pressed:text-accent"
          icon={isHeld ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
          onClick={() => setHeld(!isHeld)}
        />
      </div>
      <ol className="h-64 overflow-y-auto border-t border-line">
        {shown.map((page) => (
          <Entry key={page.id} id={id} page={page} site={siteOf(progress.submitted_url)} />
        ))}
        {shown.length === 0 && (
          <li className="px-4 py-3 text-label text-muted">
            {data.length > 0 ? 'None of the last pages matches.' : 'No such page has finished yet.'}
          </li>
        )}
      </ol>
    </section>
  );
}

interface EntryProps {
  id: string;
  page: Ended;
  site: string;
}

/** Drawn once: a page ends under a number of its own, and the crawl has news many times a minute. */
const Entry = memo(
  ({ id, page, site }: EntryProps) => (
    <li>
      <Link
        to="/crawls/$id/pages/$pageId"
        params={{ id, pageId: page.id }}
        className="door grid min-h-8 grid-cols-[5.5rem_3rem_minmax(0,1fr)_auto] items-center gap-x-2 px-4 text-label"
      >
        <StateMark page={page} />
        <CodeMark code={page.status} />
        <AddressCell address={page.url} site={site} />
        <span className="text-muted">
          {page.error ?? page.reason ?? (page.took_ms !== null && milliseconds(page.took_ms))}
        </span>
      </Link>
    </li>
  ),
  (before, now) => before.page.seq === now.page.seq,
);
