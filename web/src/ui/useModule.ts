import { useEffect, useState } from 'react';

const AGAIN_MS = 3_000;

/** Code that the first view does not need. Asked for again while the server is away; `load` never changes. */
export function useModule<T extends object>(load: () => Promise<T>): T | undefined {
  const [module, setModule] = useState<T>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    function attempt(): void {
      load().then(
        (loaded) => isWanted && setModule(loaded),
        () => {
          if (isWanted) timer = setTimeout(attempt, AGAIN_MS);
        },
      );
    }
    attempt();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [load]);
  return module;
}
