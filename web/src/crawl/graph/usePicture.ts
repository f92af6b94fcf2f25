import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCrawl } from '../LiveContext';
import { pageQuery } from '../page/queries';
import { areaOf, placesWithin } from './data/area';
import { colouring } from './data/colours';
import { labelsOf } from './data/labels';
import { landmarks } from './data/landmarks';
import { linesOf, pictureOf } from './data/picture';
import { sizes } from './data/sizes';
import type { Survey } from './data/survey';
import type { Choices } from './useChoices';

/** Beyond so many, lines are drawn on demand only. */
const MOST_LINES = 20_000;
/** Names in the picture are short, so that there is room for many. */
const LONGEST = 30;

/** How a survey looks, as it was chosen. */
export function usePicture(survey: Survey, choices: Choices) {
  const { colour, size, only, page, templates, lines, area } = choices;
  const selected = page === undefined ? null : (survey.places.get(page) ?? null);
  const path = usePath(survey, survey.view === 'hosts' ? undefined : page);

  const wanted = useMemo(() => linesOf(survey, templates === 'shown'), [survey, templates]);
  const areDrawn = lines ? lines === 'on' : wanted.length / 2 <= MOST_LINES;
  const drawn = useMemo(() => (areDrawn ? wanted : []), [areDrawn, wanted]);
  const colours = useMemo(() => colouring(survey, colour), [survey, colour]);
  const radii = useMemo(() => sizes(survey, size), [survey, size]);
  const marks = useMemo(() => landmarks(survey), [survey]);
  const labels = useMemo(() => labelsOf(survey, LONGEST), [survey]);
  const within = useMemo(() => withinOf(survey, area), [survey, area]);
  const picture = useMemo(
    () =>
      pictureOf(survey, {
        labels,
        landmarks: marks,
        colouring: colours,
        sizes: radii,
        only: new Set(only?.split(',')),
        within,
        selected,
        path,
        lines: drawn,
      }),
    [survey, labels, marks, colours, radii, only, within, selected, path, drawn],
  );
  return {
    picture,
    groups: colours.groups,
    selected,
    within,
    areDrawn,
    links: wanted.length / 2,
    templateLinks: (survey.links.length - wanted.length) / 2,
  };
}

/** Return the dots that a line surrounds; null when there is no line. */
export function withinOf(survey: Survey, area: string | undefined): ReadonlySet<number> | null {
  const line = areaOf(area);
  return line ? placesWithin(survey, line) : null;
}

const NO_PATH: readonly number[] = [];

/** The way from the root to a page, as far as it is shown. */
function usePath(survey: Survey, page: string | undefined): readonly number[] {
  const { id } = useCrawl();
  const { data } = useQuery({ ...pageQuery(id, page ?? ''), enabled: page !== undefined });
  return useMemo(() => {
    if (page === undefined || !data || data.path.length === 0) return NO_PATH;
    const ids = [data.path[0]?.source_id ?? '', ...data.path.map((step) => step.target_id)];
    return ids.map((each) => survey.places.get(each)).filter((place) => place !== undefined);
  }, [survey, page, data]);
}
