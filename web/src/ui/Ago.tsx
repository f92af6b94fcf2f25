import { useSyncExternalStore } from 'react';
import { ago, duration, exactly } from '~/words/figures';

const TICK_MS = 1_000;
const listeners = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = new Date();
  for (const listener of listeners) listener();
}

/** One clock for all that tell the time; it stands still while nobody looks. */
function onTick(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date();
    timer = setInterval(tick, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The time, a little later each second. Only the words that need it are drawn again. */
export function useNow(): Date {
  return useSyncExternalStore(onTick, () => now);
}

/** "2 h ago", and exactly when on hover. */
export function Ago({ at }: { at: string | number | Date }) {
  const moment = new Date(at);
  return (
    <time dateTime={moment.toISOString()} title={exactly(moment)}>
      {ago(moment, useNow())}
    </time>
  );
}

/** "4m 12s" since then, as it grows. */
export function Since({ at }: { at: string }) {
  const now = useNow();
  return <>{duration((now.getTime() - new Date(at).getTime()) / 1000)}</>;
}
