import { useEffect, useState } from 'react';

const SETTLED_MS = 250;

/** Return a value once it has not changed for a moment, so that typing does not send a request per letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const written = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written) as T), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [written]);
  return settled;
}
