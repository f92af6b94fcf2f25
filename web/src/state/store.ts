import { useSyncExternalStore } from 'react';

export interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Create a value that components share. `start` runs for the first listener; it returns how to stop it after the last. */
export function createStore<T>(first: T, start?: () => () => void): Store<T> {
  const listeners = new Set<() => void>();
  let value = first;
  let stop: (() => void) | undefined;
  return {
    get: () => value,
    set(now) {
      if (Object.is(now, value)) return;
      value = now;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      if (listeners.size === 0) stop = start?.();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop?.();
      };
    },
  };
}

/** Return the value of a store, and draw the component again when it changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}
