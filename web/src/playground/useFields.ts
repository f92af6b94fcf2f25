import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { given } from '~/words/search';
import { noteFields } from './past';
import { type Field, fieldsAsText, fieldsIn } from './search';

const PAUSE_MS = 150;

export interface Fields {
  /** As they are typed. */
  rows: readonly Field[];
  /** As the address has them: those that are complete, when one stops typing. */
  settled: readonly Field[];
  change: (rows: readonly Field[]) => void;
}

/** The fields that are wanted: typed here, kept in the address. */
export function useFields(): Fields {
  const search = useSearch({ from: '/playground' });
  const navigate = useNavigate({ from: '/playground' });
  const written = search.fields;
  const settled = fieldsIn(written);
  const ours = useRef(written);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [rows, setRows] = useState<readonly Field[]>(settled);

  // The address may change without the rows: back, a link, the history.
  useEffect(() => {
    if (written === ours.current) return;
    ours.current = written;
    clearTimeout(timer.current);
    setRows(fieldsIn(written));
  }, [written]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function change(now: readonly Field[]): void {
    setRows(now);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const fields = fieldsAsText(complete(now));
      ours.current = fields;
      noteFields(search.url, fields);
      void navigate({
        search: ({ fields: _, ...before }) => ({ ...before, ...given({ fields }) }),
        replace: true,
        resetScroll: false,
      });
    }, PAUSE_MS);
  }

  return { rows, settled, change };
}

/** What a field without a name is called. */
export function usualName(place: number): string {
  return `field${place + 1}`;
}

/** Those with a selector. Of one name there is one: the first. */
export function complete(rows: readonly Field[]): Field[] {
  const named = rows.map(({ name, selector }, place) => ({
    name: name.trim().replace(/: +/g, ':') || usualName(place),
    selector: selector.trim(),
  }));
  return named.filter(
    ({ name, selector }, place) => selector && named.findIndex((each) => each.name === name) === place,
  );
}
