import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDraft } from '~/state/useDraft';
import { withoutUndefined } from '~/words/search';
import { setScrapeFields } from './scrape-history';
import { type Field, fieldsAsText, fieldsIn } from './search';

export interface Fields {
  /** As they are typed. */
  rows: readonly Field[];
  /** As the address has them: complete ones, once the user stops typing. */
  settled: readonly Field[];
  change: (rows: readonly Field[]) => void;
}

/** The fields that are wanted: typed here, stored in the address. */
export function useFields(): Fields {
  const { url, fields: written } = useSearch({ from: '/playground' });
  const navigate = useNavigate({ from: '/playground' });
  const [rows, change] = useDraft<readonly Field[]>(written, {
    parse: fieldsIn,
    write: (draft) => fieldsAsText(complete(draft)),
    send: (fields) => {
      setScrapeFields(url, fields);
      void navigate({
        search: ({ fields: _, ...before }) => ({ ...before, ...withoutUndefined({ fields }) }),
        replace: true,
        resetScroll: false,
      });
    },
  });
  return { rows, settled: fieldsIn(written), change };
}

/** Return the name of a field without one. */
export function usualName(place: number): string {
  return `field${place + 1}`;
}

/** Return the fields that have a selector; of several with one name the first. */
export function complete(rows: readonly Field[]): Field[] {
  const named = rows.map(({ name, selector }, place) => ({
    name: name.trim().replace(/: +/g, ':') || usualName(place),
    selector: selector.trim(),
  }));
  return named.filter(
    ({ name, selector }, place) => selector && named.findIndex((each) => each.name === name) === place,
  );
}
