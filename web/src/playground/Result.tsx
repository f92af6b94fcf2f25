import { useNavigate, useSearch } from '@tanstack/react-router';
import { Tabs } from '~/ui/Tabs';
import { count } from '~/words/figures';
import { Failure } from './Failure';
import { Panel } from './Panel';
import { Summary } from './Summary';
import type { ScrapedPage } from './scrape-history';
import type { Tab } from './search';
import type { Match } from './useMatches';

interface ResultProps {
  page: ScrapedPage;
  at: number;
  matches: readonly Match[];
  /** Why it could not be fetched again. */
  error: Error | null;
  isBusy: boolean;
}

/** A page that was fetched, from all sides. */
export function Result({ page, at, matches, error, isBusy }: ResultProps) {
  const search = useSearch({ from: '/playground' });
  const navigate = useNavigate({ from: '/playground' });
  const tabs = tabsOf(page, matches);
  const usual = matches.length > 0 ? 'fields' : tabs[0]?.value;
  const shown = tabs.find((tab) => tab.value === search.tab)?.value ?? usual ?? 'text';
  return (
    <div aria-busy={isBusy} className="flex flex-col divide-y divide-line">
      {error && <Failure error={error} />}
      <Summary page={page} at={at} fields={matches} />
      <div className="min-w-0 p-4 pt-1">
        <Tabs
          label="Parts of the page"
          value={shown}
          tabs={tabs}
          onChange={(tab) =>
            void navigate({ search: (before) => ({ ...before, tab }), replace: true, resetScroll: false })
          }
        >
          <div className="pt-3">
            <Panel tab={shown} page={page} matches={matches} />
          </div>
        </Tabs>
      </div>
    </div>
  );
}

/** Return the tabs of a page; a part without content has none. */
function tabsOf(page: ScrapedPage, matches: readonly Match[]): { value: Tab; label: string }[] {
  const isHtml = Boolean(page.artifactId);
  const all: [Tab, string, boolean][] = [
    ['markdown', 'Markdown', typeof page.markdown === 'string'],
    ['text', 'Text', true],
    ['links', `Links ${count(page.links.length)}`, true],
    ['fields', matches.length > 0 ? `Fields ${count(matches.length)}` : 'Fields', true],
    ['html', 'HTML', isHtml],
    ['json', 'JSON', true],
    ['timing', 'Timing', true],
  ];
  return all.filter(([, , isThere]) => isThere).map(([value, label]) => ({ value, label }));
}
