import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { usePaces } from '~/api/paces';
import { isOver } from '~/api/queries';
import { useCrawl } from '../LiveContext';
import { timelineQuery } from './queries';
import { isWhole, joined, mostOf, type Sample, type Series, sampleOf, secondsLeft, seriesOf } from './series';

/** Ten minutes of one a second; what is older is in the server's timeline. */
const MOST_RECEIVED = 600;

interface Course {
  series: Series;
  /** The highest rate so far. It never falls, also when the timeline of the server replaces live samples. */
  most: number;
  left: number | undefined;
}

/** How the crawl went until now, a little longer with each message. */
export function useSeries(): Course {
  const { id, progress, updatedAt } = useCrawl();
  const { data } = useQuery(timelineQuery(id));
  const [received, setReceived] = useState<Sample[]>([]);
  useEffect(() => {
    setReceived((before) => {
      // Of what was over when we came, the server knows more.
      if (before.length === 0 && isOver(progress.status)) return before;
      return [...before, sampleOf(progress, updatedAt / 1000)].slice(-MOST_RECEIVED);
    });
  }, [progress, updatedAt]);
  const course = useMemo(() => {
    const kept = data?.items ?? [];
    const samples = joined(kept, isWhole(kept, progress) ? [] : received, progress.started_at);
    return { series: seriesOf(samples), left: secondsLeft(samples) };
  }, [data, received, progress]);
  const [most, setMost] = useState(0);
  const highest = mostOf([...course.series.rates, usePaces()(id)], most);
  if (highest > most) setMost(highest);
  return { ...course, most: highest };
}
