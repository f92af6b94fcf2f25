import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { Segments } from '~/ui/Segments';
import { siteOf } from '~/words/addresses';
import { useCrawl } from '../../LiveContext';
import type { Survey } from '../data/survey';
import { FORM_NAMES, VIEW_NAMES } from '../panels/names';
import type { Choices } from '../useChoices';
import { NodeTable } from './NodeTable';
import { Outline } from './Outline';

/** The graph line by line: for keyboards, screen readers, and browsers without WebGL. */
export function Lists({
  survey,
  choices,
  children,
}: {
  survey: Survey;
  choices: Choices;
  children: React.ReactNode;
}) {
  const { id, progress } = useCrawl();
  const { pageId } = useParams({ strict: false });
  const searchText = useRouterState({ select: (state) => state.location.searchStr });
  const navigate = useNavigate();
  const isHosts = survey.view === 'hosts';
  const List = choices.as === 'outline' && !isHosts ? Outline : NodeTable;

  function open(page: string): void {
    if (isHosts) void navigate({ to: '/crawls/$id/pages', params: { id }, search: { host: page } });
    else
      void navigate({
        to: '/crawls/$id/graph/$pageId',
        params: { id, pageId: page },
        search: true,
        resetScroll: false,
      });
  }

  return (
    <div className="mx-auto flex w-full max-w-[1440px] flex-col gap-3 p-4 sm:p-6">
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          label="As"
          isLabelHidden
          value={choices.as}
          options={FORM_NAMES}
          onChange={(as) => choices.change({ as })}
        />
        {choices.as === 'table' && (
          <Segments
            label="View"
            isLabelHidden
            value={choices.view}
            options={VIEW_NAMES}
            onChange={(view) => choices.change({ view, page: undefined, only: undefined })}
          />
        )}
        <div className="ml-auto flex flex-wrap items-center gap-3">{children}</div>
      </div>
      <List
        key={`${choices.as} ${survey.view}`}
        survey={survey}
        site={siteOf(progress.submitted_url)}
        current={pageId ?? choices.page}
        isOpen={pageId !== undefined}
        hrefOf={(page) =>
          isHosts
            ? `/crawls/${id}/pages?host=${encodeURIComponent(page)}`
            : `/crawls/${id}/graph/${page}${searchText}`
        }
        onOpen={open}
      />
    </div>
  );
}
