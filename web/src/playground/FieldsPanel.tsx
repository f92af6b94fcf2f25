import { wordsOf } from '~/api/problems';
import { MatchList, matchWords } from '~/parts/page/Matches';
import { typeName } from '~/words/types';
import type { ScrapedPage } from './scrape-history';
import type { Match } from './useMatches';

/** The matches of each field. */
export function FieldsPanel({ page, matches }: { page: ScrapedPage; matches: readonly Match[] }) {
  if (!page.artifactId) {
    return <p className="text-muted">Selectors need HTML, and this is {typeName(page.contentType)}.</p>;
  }
  if (matches.length === 0) {
    return <p className="text-muted">No fields yet. Give a CSS selector, like h1 or a[href].</p>;
  }
  return (
    <div className="flex flex-col gap-5">
      {matches.map(({ name, selector, found, error }) => (
        <section key={name} aria-label={name}>
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h3 className="font-medium">
              <bdi>{name}</bdi>
            </h3>
            <code className="min-w-0 font-mono text-caption text-muted">{selector}</code>
            {found && <span className="ml-auto text-label text-muted">{matchWords(found)}</span>}
          </div>
          {error && <p className="text-label text-failed">✕ {wordsOf(error)}</p>}
          {found && <MatchList elements={found.elements} />}
        </section>
      ))}
    </div>
  );
}
