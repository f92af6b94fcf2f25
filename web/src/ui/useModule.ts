import { useEffect, useState } from 'react';

const AGAIN_MS = 3_000;

/** Load code that the first view does not need, again and again while the server is away; `load` must not change. */
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
