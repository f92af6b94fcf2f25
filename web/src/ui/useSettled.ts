import { useEffect, useState } from 'react';

const SETTLED_MS = 250;

/** A value when nobody has changed it for a moment: what is typed is not asked for letter by letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const written = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written) as T), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [written]);
  return settled;
}
