import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isOver, keyOfCrawl, type Progress } from '~/api/queries';
import { useCrawl } from '../../LiveContext';
import { graphQuery, newsSince, type SurveyRequest } from './queries';
import { grown, type Survey } from './survey';

const TICK_MS = 2_000;
/** Many pages take long to draw again. */
const SLOW_TICK_MS = 6_000;
const MANY = 8_000;
const WHOLE_MS = 10_000;
/** A crawl that is over is laid out within this, or not at all. */
const PATIENCE_MS = 180_000;

/** A picture of the crawl. While it runs, the picture grows; at the end it is laid out as a whole. */
export function useSurvey(request: SurveyRequest) {
  const { id, progress } = useCrawl();
  const client = useQueryClient();
  const key = graphQuery(id, request).queryKey;
  const isFollowed = request.view !== 'hosts' && request.root === undefined;
  const query = useQuery({
    ...graphQuery(id, request),
    refetchInterval: isOver(progress.status) || isFollowed ? false : WHOLE_MS,
  });
  const survey = query.data;

  const news = useQuery({
    queryKey: [...keyOfCrawl(id), 'graph news', request.view, request.max],
    queryFn: async ({ signal }) => {
      const before = client.getQueryData(key);
      if (!before) return 0;
      const news = await newsSince(id, request, before.seq, signal);
      if (news.drawn !== before.isDrawn) {
        await client.invalidateQueries({ queryKey: key });
      } else if (news.nodes.length > 0 || news.seq > before.seq) {
        client.setQueryData(key, (now) => (now?.seq === before.seq ? grown(now, news, request.max) : now));
      }
      return news.seq;
    },
    enabled: isFollowed && survey !== undefined && isGrowing(survey, progress),
    refetchInterval: (survey?.dots.length ?? 0) > MANY ? SLOW_TICK_MS : TICK_MS,
    staleTime: 0,
  });

  return {
    survey,
    error: query.error ?? news.error,
    since: query.dataUpdatedAt,
    retry: () => void client.invalidateQueries({ queryKey: key }),
  };
}

function isGrowing(survey: Survey, progress: Progress): boolean {
  if (!isOver(progress.status)) return true;
  const ended = progress.finished_at ? new Date(progress.finished_at).getTime() : 0;
  return !survey.isDrawn && Date.now() - ended < PATIENCE_MS;
}
