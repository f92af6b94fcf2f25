import { Outlet } from '@tanstack/react-router';
import { ErrorState } from '~/ui/States';
import { given } from '~/words/search';
import { useSurvey } from './data/useSurvey';
import { Picture } from './Picture';
import { useChoices } from './useChoices';

/** How the pages of a crawl hang together. */
export function GraphTab() {
  const choices = useChoices();
  const { view, max, root } = choices;
  const { survey, error, retry } = useSurvey({ view, max, ...given({ root }) });
  return (
    <div className="relative min-h-[30rem] flex-1 night bg-ground text-ink">
      {survey && <Picture survey={survey} choices={choices} />}
      {!survey && error && <ErrorState error={error} what="The graph" onRetry={retry} />}
      <Outlet />
    </div>
  );
}
