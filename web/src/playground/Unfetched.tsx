import { useQuery } from '@tanstack/react-query';
import { aboutQuery } from '~/api/queries';
import { Button } from '~/ui/Button';
import { EmptyState } from '~/ui/EmptyState';
import { SkeletonRows } from '~/ui/Skeleton';
import { middleCut, shortOf } from '~/words/addresses';
import { Failure } from './Failure';

interface UnfetchedProps {
  url: string | undefined;
  error: Error | null;
  isBusy: boolean;
  onScrape: (address: string) => void;
}

const SHORT = 60;

/** The place of a page that is not there: loading, failed, not fetched yet, or without an address. */
export function Unfetched({ url, error, isBusy, onScrape }: UnfetchedProps) {
  const demo = useQuery(aboutQuery).data?.demo_url;
  if (isBusy) return <SkeletonRows rows={8} className="py-2" />;
  if (error) return <Failure error={error} />;
  if (url) {
    return (
      <EmptyState
        title="Not fetched yet."
        actions={
          <Button className="max-w-full" onClick={() => onScrape(url)}>
            <bdi className="truncate">Scrape {middleCut(shortOf(url), SHORT)}</bdi>
          </Button>
        }
      >
        Opening a link fetches nothing.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Enter a URL to start."
      actions={demo && <Button onClick={() => onScrape(demo)}>Try the demo site</Button>}
    >
      The page is fetched once, and shown as text, Markdown, links, fields and JSON. Selectors can then be
      changed as often as you like.
    </EmptyState>
  );
}
