import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useStore } from '~/state/store';
import { useTitle } from '~/ui/useTitle';
import { shortOf } from '~/words/addresses';
import { AddressForm } from './AddressForm';
import { FieldRows } from './FieldRows';
import { History } from './History';
import { Result } from './Result';
import { scrapesStore } from './scrape-history';
import { Unfetched } from './Unfetched';
import { useFields } from './useFields';
import { useMatches } from './useMatches';
import { useScraping } from './useScraping';

/** One page, taken apart: fetched by a click, and then tried with selectors without being fetched again. */
export function PlaygroundPage() {
  const { url, fields: wanted } = useSearch({ from: '/playground' });
  const navigate = useNavigate({ from: '/playground' });
  const scrapes = useStore(scrapesStore);
  const shown = scrapes.find((each) => each.url === url && each.page);
  const fields = useFields();
  const matches = useMatches(shown?.page?.artifactId, fields.settled);
  const scraping = useScraping();
  const place = useRef<HTMLElement>(null);
  const isAbout = scraping.variables?.url === url;
  useTitle(url ? `${shortOf(url)} · Playground` : 'Playground');

  function scrape(address: string): void {
    if (address !== url) void navigate({ search: (before) => ({ ...before, url: address }) });
    scraping.mutate({ url: address, fields: wanted }, { onSettled: () => bringIntoView(place.current) });
  }

  return (
    <div className="mx-auto flex w-full max-w-[1440px] flex-col gap-4 p-4 sm:p-6">
      <h1 className="text-title">Playground</h1>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
        <div className="card flex min-w-0 flex-col divide-y divide-line lg:sticky lg:top-16">
          <AddressForm url={url} isBusy={scraping.isPending} onScrape={scrape} />
          <FieldRows fields={fields} matches={matches} />
          {scrapes.length > 0 && <History scrapes={scrapes} url={url} />}
        </div>
        <section ref={place} aria-label="Result" className="card min-w-0 scroll-mt-16">
          {shown?.page ? (
            <Result
              page={shown.page}
              at={shown.at}
              matches={matches}
              error={isAbout ? scraping.error : null}
              isBusy={isAbout && scraping.isPending}
            />
          ) : (
            <Unfetched
              url={url}
              error={isAbout ? scraping.error : null}
              isBusy={isAbout && scraping.isPending}
              onScrape={scrape}
            />
          )}
        </section>
      </div>
    </div>
  );
}

/** On a phone it is below all else. */
function bringIntoView(place: HTMLElement | null): void {
  if (place && place.getBoundingClientRect().top > innerHeight / 2) place.scrollIntoView();
}
