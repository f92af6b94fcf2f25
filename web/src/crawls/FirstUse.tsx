import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { aboutQuery } from '~/api/queries';
import type { StartCrawl } from '~/api/start-crawl';
import { Rejection } from '~/parts/problems/Rejection';
import { BloomOutline } from '~/ui/BloomOutline';
import { Button } from '~/ui/Button';
import { EmptyState } from '~/ui/EmptyState';
import { INPUT } from '~/ui/Field';
import { addressError, addressIn } from '~/words/addresses';

/** Nothing yet: one sentence, one field, one example that needs no network. */
export function FirstUse({ beginning }: { beginning: StartCrawl }) {
  const { data: about } = useQuery(aboutQuery);
  const [typed, setTyped] = useState('');
  const [isSent, setSent] = useState(false);
  const address = addressIn(typed);
  const wrong = isSent ? addressError(typed) : undefined;
  const demo = about?.demo_url;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setSent(true);
    if (address) beginning.mutate({ url: address });
  }

  return (
    <EmptyState
      className="m-auto"
      picture={<BloomOutline />}
      heading="h1"
      title="No crawls yet. Enter a URL to start."
    >
      <p>
        Leadline follows the links of a site, politely, and draws them as it goes.
        {demo && ' The demo site is on this machine and needs no network.'}
      </p>
      <form onSubmit={submit} className="mx-auto mt-4 flex max-w-lg flex-wrap gap-2">
        <input
          aria-label="Address"
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          placeholder="https://example.org/"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? 'address-error' : undefined}
          className={`${INPUT} h-9 flex-1 basis-56 font-mono`}
        />
        <Button type="submit" look="main" isBusy={beginning.isPending}>
          {beginning.isPending ? 'Fetching the first page' : 'Start crawl'}
        </Button>
      </form>
      {wrong && (
        <p id="address-error" role="alert" className="mt-2 text-caption text-failed">
          ✕ {wrong}
        </p>
      )}
      <div className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
        {demo && (
          <Button disabled={beginning.isPending} onClick={() => beginning.mutate({ url: demo })}>
            Try the demo site
          </Button>
        )}
        <Link to="/crawls/new" search={address ? { url: address } : {}} className="link">
          All options
        </Link>
      </div>
      {beginning.error && (
        <div className="mt-4">
          <Rejection error={beginning.error} />
        </div>
      )}
    </EmptyState>
  );
}
