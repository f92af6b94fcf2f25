import type { ReactNode } from 'react';
import { useTitle } from '~/shell/title';
import { FIGURES } from '~/words/pages';

const KEYS: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'go to a crawl or a page; a pasted address can be crawled, scraped, or found in a crawl'],
  ['/', 'search the list of crawls'],
  ['↑ ↓ Enter', 'walk through a table of pages, and open one'],
  ['← →', 'the page before or after, while one is open'],
  ['Arrows, + − 0', 'walk along the links of the graph, and zoom'],
  ['Esc', 'close what is open'],
];

/** What the words mean and which keys there are; the rest is in the documentation. */
export function HelpPage() {
  useTitle('Help');
  return (
    <div className="mx-auto flex w-full max-w-[880px] flex-col gap-5 p-4 sm:p-6">
      <h1 className="text-title">Help</h1>
      <Part title="What the figures count">
        <p className="text-muted">
          Every page that a crawl finds is in one of these, the first page included.
        </p>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
          <Term name="Found">all pages that are known: the sum of the others</Term>
          {FIGURES.map(({ name, label, meaning }) => (
            <Term key={name} name={label}>
              {meaning}
            </Term>
          ))}
        </dl>
      </Part>
      <Part title="Depth">
        <p>
          The number of clicks from the first page. “3 clicks deep” fetches the first page and everything up
          to 3 clicks away. Links on the deepest pages are recorded and not fetched: too deep.
        </p>
      </Part>
      <Part title="Keys">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
          {KEYS.map(([key, does]) => (
            <Term key={key} name={<kbd className="font-sans">{key}</kbd>}>
              {does}
            </Term>
          ))}
        </dl>
      </Part>
      <Part title="For programs">
        <p>
          Everything on these pages is in the API, too:{' '}
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card flex flex-col gap-3 p-4 sm:p-5">
      <h2 className="text-section">{title}</h2>
      {children}
    </section>
  );
}

function Term({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="font-medium">{name}</dt>
      <dd className="text-muted">{children}</dd>
    </>
  );
}
