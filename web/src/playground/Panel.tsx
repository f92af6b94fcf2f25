import { HtmlPart } from '~/parts/page/HtmlPart';
import { LongText } from '~/ui/LongText';
import { count, counted } from '~/words/figures';
import { FieldsPanel } from './FieldsPanel';
import { LinksPanel } from './LinksPanel';
import { placeOf, type ScrapedPage } from './scrape-history';
import type { Tab } from './search';
import { TimingPanel } from './TimingPanel';
import type { Match } from './useMatches';

interface PanelProps {
  tab: Tab;
  page: ScrapedPage;
  matches: readonly Match[];
}

export function Panel({ tab, page, matches }: PanelProps) {
  if (tab === 'links') return <LinksPanel links={page.linkDetails} />;
  if (tab === 'fields') return <FieldsPanel page={page} matches={matches} />;
  if (tab === 'timing') return <TimingPanel page={page} />;
  if (tab === 'html') return <HtmlPart {...placeOf(page.artifactId ?? '')} contentType={page.contentType} />;
  if (tab === 'json') {
    const json = JSON.stringify(answerOf(page, matches), null, 2);
    return <LongText label="JSON" text={json} file="page.json" size={`${count(json.length)} characters`} />;
  }
  const text = (tab === 'markdown' ? page.markdown : page.text) ?? '';
  if (!text.trim()) return <p className="text-muted">The page has no text.</p>;
  const words = counted(text.split(/\s+/).filter(Boolean).length, 'word');
  return tab === 'markdown' ? (
    <LongText label="Markdown" text={text} file="page.md" size={words} />
  ) : (
    <LongText label="Text" text={text} file="page.txt" size={words} isProse />
  );
}

/** Return the answer of the server with these fields. */
function answerOf({ artifactId: _, ...page }: ScrapedPage, matches: readonly Match[]): object {
  if (matches.length === 0) return page;
  const extracted = matches.map(({ name, found }) => {
    const elements = found?.elements ?? [];
    return [name, elements.length === 1 ? elements[0] : elements];
  });
  return { ...page, extracted: Object.fromEntries(extracted) };
}
