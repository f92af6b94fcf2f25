import { useEffect, useEffectEvent, useState } from 'react';

const PAUSE_MS = 250;

interface DraftForm<T> {
  parse: (value: string | undefined) => T;
  write: (draft: T) => string | undefined;
  /** Called with a value when the user stops typing. */
  send: (value: string | undefined) => void;
}

/**
 * Return what the user types, and a function that changes it; the value itself is stored elsewhere, in the address.
 *
 * A value that changes without the draft (back, a link, "Clear all") replaces the draft.
 */
export function useDraft<T>(
  value: string | undefined,
  { parse, write, send }: DraftForm<T>,
): [T, (draft: T) => void] {
  const [state, setState] = useState(() => stateOf(value));
  if (value !== state.value) setState(value === state.sent ? { ...state, value } : stateOf(value));
  const { sent } = state;
  const written = write(state.draft);

  const sendWritten = useEffectEvent(() => {
    setState((before) => ({ ...before, sent: written }));
    send(written);
  });
  useEffect(() => {
    if (written === sent) return;
    const timer = setTimeout(sendWritten, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [written, sent]);

  function stateOf(now: string | undefined) {
    const draft = parse(now);
    return { value: now, sent: write(draft), draft };
  }
  return [state.draft, (draft) => setState((before) => ({ ...before, draft }))];
}
