import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { withoutUndefined } from '~/words/search';
import { type GraphSearch, graphSearch } from './search';

type Change = { [Name in keyof GraphSearch]?: GraphSearch[Name] | undefined };

const USUAL = 5_000;
/** Back goes to the page, the view or the middle before; not through every colour. */
const STEPS = ['page', 'root', 'view', 'as', 'max', 'area'];
/** Another picture has other places. */
const ELSEWHERE = { area: undefined, at: undefined };

/** Return the choices of the address, with defaults, and a function that changes them. */
export function useChoices() {
  const search = useSearch({ from: '/crawls/$id/graph', select: graphSearch, structuralSharing: true });
  const navigate = useNavigate({ from: '/crawls/$id/graph' });
  const change = useCallback(
    (changes: Change) => {
      const isElsewhere = 'view' in changes || 'root' in changes;
      const isStep = STEPS.some((name) => name in changes);
      void navigate({
        search: (before) => withoutUndefined({ ...before, ...(isElsewhere && ELSEWHERE), ...changes }),
        replace: !isStep,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return useMemo(() => {
    const { view = 'tree', colour = 'depth', size = 'links', as = 'picture', max = USUAL } = search;
    return { ...search, view, colour, size, as, max, change };
  }, [search, change]);
}

export type Choices = ReturnType<typeof useChoices>;
