import clsx from 'clsx';
import type { Connection } from '~/api/live';
import { Ago } from '~/ui/Ago';
import { useCrawl } from './LiveContext';

type Look = readonly [icon: string, words: string, colour: string];

const LOOKS: Record<Connection, Look | null> = {
  connecting: null,
  live: ['●', 'Live', 'text-done'],
  reconnecting: ['◐', 'Reconnecting', 'text-warning'],
  polling: ['○', 'Polling every 5 s', 'text-warning'],
  over: null,
  gone: null,
};

const NO_ANSWER: Look = ['✕', 'No answer, trying every 5 s', 'text-failed'];

/** How true the figures are: live, or from when. */
export function LivePill() {
  const { connection, updatedAt, error } = useCrawl();
  const look = connection === 'polling' && error ? NO_ANSWER : LOOKS[connection];
  if (!look) return null;
  const [icon, words, colour] = look;
  return (
    <span className="inline-flex h-7 items-center gap-1.5 rounded-chip bg-raised px-2.5 text-label whitespace-nowrap">
      <span role="status" className={clsx('inline-flex items-center gap-1.5 font-medium', colour)}>
        <span aria-hidden="true" className={connection === 'live' ? 'breathe' : ''}>
          {icon}
        </span>
        {words}
      </span>
      <span className="text-muted">
        <Ago at={updatedAt} />
      </span>
    </span>
  );
}

/** Whether the figures on this page are of a while ago, and are to be drawn muted. */
export function useIsStale(): boolean {
  const { connection } = useCrawl();
  return connection === 'reconnecting' || connection === 'polling';
}
