import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { aboutQuery } from '~/api/queries';
import { type Options, optionsQuery } from '~/crawl/queries';
import { useTitle } from '~/shell/title';
import { ErrorState } from '~/ui/States';
import { askedLike } from './asked';
import { NewCrawlForm } from './NewCrawlForm';
import { remedyFor } from './remedies';

/** One field, then Start. The rest is folded, and changes only the sentence. */
export function NewCrawlPage() {
  useTitle('New crawl');
  const { url, like, keep, lift } = useSearch({ from: '/crawls/new' });
  const about = useQuery(aboutQuery);
  const model = useQuery({ ...optionsQuery(like ?? ''), enabled: like !== undefined });
  // A model that is gone by now is no reason not to crawl.
  const isKnown = like === undefined || !model.isPending;
  return (
    <div className="mx-auto flex w-full max-w-[880px] flex-col gap-5 p-4 sm:p-6">
      <h1 className="text-title">New crawl</h1>
      {keep === 'html' && (
        <p className="rounded-card border border-line px-4 py-3 text-body text-muted">
          A crawl does not extract fields while it runs. It keeps the HTML, so that you can try your selectors
          on each of its pages afterwards.
        </p>
      )}
      {model.data && <NotRepeated options={model.data} />}
      {about.data && isKnown && (
        <NewCrawlForm
          key={`${url} ${like} ${lift}`}
          about={about.data}
          first={{
            ...askedLike(about.data, url ?? '', model.data),
            ...(keep === 'html' && { keepHtml: true }),
            ...(lift && model.data && remedyFor(lift, model.data)?.change),
          }}
        />
      )}
      {about.error && !about.data && (
        <ErrorState
          error={about.error}
          what="The form"
          still="The server has to say what it does by default."
          onRetry={() => void about.refetch()}
        />
      )}
    </div>
  );
}

/** What the server does not tell of the other crawl, or takes from the command line alone. */
function NotRepeated({ options }: { options: Options }) {
  const { headers, external } = options;
  if (headers.length === 0 && !external) return null;
  return (
    <p className="rounded-card border border-line px-4 py-3 text-body text-muted">
      {headers.length > 0 &&
        `That crawl sent ${headers.join(', ')}. The values are secret: enter them again under “Sent and kept”. `}
      {external && 'That crawl also checked links to other sites. Only the command line can do that.'}
    </p>
  );
}
