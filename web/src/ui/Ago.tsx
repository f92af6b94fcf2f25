import { useEffect, useState } from 'react';
import { ago, duration, exactly } from '~/words/figures';

/** The time, a little later each second. Only the words that need it are drawn again. */
export function useNow(everyMs = 1_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
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
