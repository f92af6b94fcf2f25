import { type FormEvent, useState } from 'react';
import { apiKey } from '~/api/key';
import { ProblemError } from '~/api/problems';
import type { About } from '~/api/queries';
import { useStartCrawl } from '~/api/start-crawl';
import { type CrawlForm, hasError, requestOf } from '~/parts/options/crawl-form';
import { Rejection } from '~/parts/problems/Rejection';
import { Button } from '~/ui/Button';
import { CopyAs } from '~/ui/CopyAs';
import { INPUT } from '~/ui/Field';
import { addressError } from '~/words/addresses';
import { asCommand, asCurl, asJson } from './copies';
import { LimitOptions } from './LimitOptions';
import { PaceOptions } from './PaceOptions';
import { ScopeOptions } from './ScopeOptions';
import { SentOptions } from './SentOptions';
import { sentenceOf } from './sentence';

/** The props of every part of the form. */
export interface Part {
  form: CrawlForm;
  about: About;
  change: (changed: Partial<CrawlForm>) => void;
  /** Returns the error of the server about a field of the request. */
  errorOf: (field: string) => string | undefined;
}

export function NewCrawlForm({ about, first }: { about: About; first: CrawlForm }) {
  const [form, setForm] = useState(first);
  const beginning = useStartCrawl('/crawls/$id/progress');
  const request = requestOf(form, about);
  const { error } = beginning;
  const [isLeft, setLeft] = useState(false);
  const wrongAddress = isLeft ? addressError(form.url) : undefined;
  const part: Part = {
    form,
    about,
    change: (changed) => setForm((before) => ({ ...before, ...changed })),
    errorOf: (field) => (error instanceof ProblemError ? error.about(field) : undefined),
  };

  function start(event: FormEvent): void {
    event.preventDefault();
    setLeft(true);
    if (!addressError(form.url)) beginning.mutate(request);
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
          value={form.url}
          onChange={(event) => part.change({ url: event.target.value })}
          onBlur={() => setLeft(form.url !== '')}
          aria-invalid={wrongAddress ? true : undefined}
          aria-describedby={wrongAddress ? 'address-error' : 'what-happens'}
          className={`${INPUT} h-11 flex-1 basis-64 font-mono`}
        />
        <Button
          type="submit"
          look="main"
          className="h-11 max-sm:w-full"
          disabled={hasError(form)}
          isBusy={beginning.isPending}
        >
          {beginning.isPending ? 'Fetching the first page' : 'Start crawl'}
        </Button>
      </div>
      {wrongAddress && (
        <p id="address-error" role="alert" className="-mt-2 text-caption text-failed">
          ✕ {wrongAddress}
        </p>
      )}
      {error && <Rejection error={error} />}
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
          ['curl', () => asCurl(request, location.origin, apiKey() !== null)],
          ['CLI', () => asCommand(request)],
          ['JSON', () => asJson(request)],
        ]}
      />
    </form>
  );
}
