import { HtmlPart } from '~/parts/page/HtmlPart';
import { TimingStrip } from '~/parts/page/TimingStrip';
import { Tabs } from '~/ui/Tabs';
import { WebLink } from '~/ui/WebLink';
import { count } from '~/words/figures';
import { Facts } from './Facts';
import { HeadersPart } from './HeadersPart';
import { LeadsPart } from './LeadsPart';
import { usePagePlace } from './PageContext';
import { PathPart } from './PathPart';
import type { PageDetails } from './queries';
import { Redirects } from './Redirects';
import { SelectPart } from './SelectPart';
import type { Part } from './search';
import { TextPart } from './TextPart';
import { Verdict } from './Verdict';

interface PageBodyProps {
  page: PageDetails;
  part: Part | undefined;
  onPart: (part: Part) => void;
}

/** A page: its state and facts, and below its stored parts. */
export function PageBody({ page, part, onPart }: PageBodyProps) {
  const { crawlId } = usePagePlace();
  const tabs = tabsOf(page);
  const shown = tabs.find((tab) => tab.value === part)?.value ?? tabs[0]?.value ?? 'path';
  return (
    <div className="flex flex-col gap-4">
      <p className="max-h-24 overflow-y-auto">
        <WebLink address={page.url} />
      </p>
      <Verdict page={page} />
      {page.redirects.length > 0 && <Redirects hops={page.redirects} />}
      <TimingStrip page={page} />
      <Facts page={page} />
      <Tabs label="Parts of the page" value={shown} onChange={onPart} tabs={tabs}>
        <div className="pt-3">
          {shown === 'text' && <TextPart page={page} />}
          {shown === 'html' && (
            <HtmlPart crawlId={crawlId} pageId={page.id} contentType={page.content_type} />
          )}
          {shown === 'in' && <LeadsPart page={page} direction="in" />}
          {shown === 'out' && <LeadsPart page={page} direction="out" />}
          {shown === 'headers' && <HeadersPart headers={page.headers ?? []} />}
          {shown === 'path' && <PathPart page={page} />}
          {shown === 'select' && <SelectPart page={page} />}
        </div>
      </Tabs>
    </div>
  );
}

/** Return the tabs of a page; a part without content has none. */
function tabsOf(page: PageDetails): { value: Part; label: string }[] {
  const all: [Part, string, boolean][] = [
    ['text', 'Text', page.text_length > 0],
    ['html', 'HTML', page.kept.html !== undefined && page.size !== 0],
    ['in', `Links in ${count(page.leads_in.count)}`, true],
    ['out', `Links out ${count(page.leads_out.count)}`, page.fetched],
    ['headers', 'Headers', (page.headers?.length ?? 0) > 0],
    ['path', 'Path', true],
    ['select', 'Selector', page.kept.html !== undefined && page.size !== 0],
  ];
  return all.filter(([, , isThere]) => isThere).map(([value, label]) => ({ value, label }));
}
