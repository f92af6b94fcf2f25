import { createStore, type Store, useStore } from '~/state/store';
import { ago, duration, exactly } from '~/words/figures';

const TICK_MS = 1_000;

/** The time, set each second while a component shows it. */
const nowStore: Store<Date> = createStore(new Date(), () => {
  nowStore.set(new Date());
  const timer = setInterval(() => nowStore.set(new Date()), TICK_MS);
  return () => clearInterval(timer);
});

export function useNow(): Date {
  return useStore(nowStore);
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
