import { type FormEvent, useState } from 'react';
import { useBeginning } from '~/api/beginning';
import { keyOf } from '~/api/key';
import { ProblemError } from '~/api/problems';
import type { About } from '~/api/queries';
import { Button } from '~/ui/Button';
import { CopyAs } from '~/ui/CopyAs';
import { INPUT } from '~/ui/Field';
import { addressIn } from '~/words/addresses';
import { type Asked, requestOf, timeError } from './asked';
import { asCommand, asCurl, asJson } from './copies';
import { LimitOptions } from './LimitOptions';
import { PaceOptions } from './PaceOptions';
import { Refusal } from './Refusal';
import { ScopeOptions } from './ScopeOptions';
import { SentOptions } from './SentOptions';
import { sentenceOf } from './sentence';

/** What every part of the form gets: the form, and how to change it. */
export interface Part {
  asked: Asked;
  about: About;
  change: (changed: Partial<Asked>) => void;
  /** What the server said of a field of the request. */
  errorOf: (field: string) => string | undefined;
}

export function NewCrawlForm({ about, first }: { about: About; first: Asked }) {
  const [asked, setAsked] = useState(first);
  const beginning = useBeginning('/crawls/$id/progress');
  const request = requestOf(asked, about);
  const { error } = beginning;
  const wrongTime = timeError(asked.maxTime) ?? timeError(asked.hostOutageMax, 0);
  const part: Part = {
    asked,
    about,
    change: (changed) => setAsked((before) => ({ ...before, ...changed })),
    errorOf: (field) => (error instanceof ProblemError ? error.about(field) : undefined),
  };

  function start(event: FormEvent): void {
    event.preventDefault();
    beginning.mutate(request);
  }

  return (
    <form onSubmit={start} className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <label htmlFor="address" className="sr-only">
          Address
        </label>
        <input
          id="address"
          // biome-ignore lint/a11y/noAutofocus: the page is here for this field
          autoFocus
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          placeholder="https://example.org/"
          value={asked.url}
          onChange={(event) => part.change({ url: event.target.value })}
          aria-describedby="what-happens"
          className={`${INPUT} h-11 flex-1 basis-64 font-mono`}
        />
        <Button
          type="submit"
          look="main"
          className="h-11 max-sm:w-full"
          disabled={!addressIn(asked.url) || wrongTime !== undefined}
          isBusy={beginning.isPending}
        >
          {beginning.isPending ? 'Fetching the first page' : 'Start crawl'}
        </Button>
      </div>
      {error && <Refusal error={error} />}
      <p id="what-happens" className="rounded-card bg-soft px-4 py-3 text-body text-ink">
        {sentenceOf(request, about)}
      </p>
      <div className="card divide-y divide-line">
        <LimitOptions {...part} />
        <ScopeOptions {...part} />
        <PaceOptions {...part} />
        <SentOptions {...part} />
      </div>
      <CopyAs
        forms={[
          ['curl', () => asCurl(request, location.origin, keyOf() !== null)],
          ['CLI', () => asCommand(request)],
          ['JSON', () => asJson(request)],
        ]}
      />
    </form>
  );
}
