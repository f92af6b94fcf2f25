import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTitle } from '~/ui/useTitle';
import { FIGURES } from '~/words/pages';
import { type Entry, PACE, SHORTCUTS, SKIPPED, TABS } from './texts';

const PARTS = {
  figures: 'The figures and what they count',
  tabs: 'The tabs and what they show',
  skipped: 'Why pages are skipped, and what to do',
  pace: 'How fast a crawl is',
  shortcuts: 'Keyboard shortcuts',
  api: 'For programs',
} as const;

const FIGURE_ENTRIES: readonly Entry[] = [
  ['Found', 'all pages that the crawl knows: the sum of the others'],
  ...FIGURES.map(({ label, meaning }): Entry => [label, meaning]),
];

/** Help for users of the page; the reference for programs is at its end. */
export function HelpPage() {
  useTitle('Help');
  return (
    <div className="mx-auto flex w-full max-w-[880px] flex-col gap-5 p-4 sm:p-6">
      <h1 className="text-title">Help</h1>
      <nav aria-label="On this page" className="flex flex-wrap gap-x-5 gap-y-1">
        {Object.entries(PARTS).map(([id, title]) => (
          <Link key={id} to="/help" hash={id} className="link">
            {title}
          </Link>
        ))}
      </nav>
      <Part id="figures">
        <p>Every page that a crawl finds is counted by one of these, the first page included.</p>
        <Entries entries={FIGURE_ENTRIES} />
        <p>
          <b className="font-medium">Depth</b> is the number of clicks from the first page. “3 clicks deep”
          fetches the first page and everything up to 3 clicks away. Pages one click deeper are recorded and
          not fetched: too deep.
        </p>
      </Part>
      <Part id="tabs">
        <p>A crawl has these tabs. Every number leads to the pages that it counts.</p>
        <Entries entries={TABS} />
      </Part>
      <Part id="skipped">
        <p>
          A skipped page did not fail: a rule of the crawl, of the site or of the server kept it from being
          fetched. The page itself and the tab Errors name the rule, with a button where another option helps.
        </p>
        <Entries entries={SKIPPED} />
      </Part>
      <Part id="pace">
        <p>
          Crawls are polite: a host gets few requests at once. The tab Progress shows the pace of each host.
        </p>
        <Entries entries={PACE} />
      </Part>
      <Part id="shortcuts">
        <Entries entries={SHORTCUTS} isKeys />
      </Part>
      <Part id="api">
        <p>
          Programs can do everything that this page does:{' '}
          <a href="/docs" target="_blank" rel="noreferrer" className="link">
            API reference (opens a new tab)
          </a>
          . The folder <code className="font-mono">docs/</code> of Leadline has a tutorial, how-to guides and
          all options.
        </p>
      </Part>
    </div>
  );
}

function Part({ id, children }: { id: keyof typeof PARTS; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="card flex scroll-mt-16 flex-col gap-3 p-4 sm:p-5"
    >
      <h2 id={`${id}-title`} className="text-section">
        {PARTS[id]}
      </h2>
      {children}
    </section>
  );
}

function Entries({ entries, isKeys = false }: { entries: readonly Entry[]; isKeys?: boolean }) {
  return (
    <dl className="grid gap-x-5 gap-y-1 sm:grid-cols-[minmax(7.5rem,auto)_minmax(0,1fr)] sm:gap-y-2">
      {entries.map(([name, text]) => (
        <div key={name} className="contents">
          <dt className="font-medium">{isKeys ? <kbd className="font-sans">{name}</kbd> : name}</dt>
          <dd className="text-muted max-sm:pb-2">
            {text.split('`').map((part, place) =>
              place % 2 === 0 ? (
                part
              ) : (
                <code key={part} className="font-mono whitespace-nowrap">
                  {part}
                </code>
              ),
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
