import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { aboutQuery, type Options, optionsQuery } from '~/api/queries';
import { formLike } from '~/parts/options/crawl-form';
import { remedyFor } from '~/parts/options/remedies';
import { ErrorState } from '~/parts/problems/ErrorState';
import { useTitle } from '~/ui/useTitle';
import { NewCrawlForm } from './NewCrawlForm';

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
            ...formLike(about.data, url ?? '', model.data),
            ...(keep === 'html' && { keepHtml: true }),
            ...(lift && model.data && remedyFor(lift, model.data)?.change),
          }}
        />
      )}
      {about.error && !about.data && (
        <ErrorState
          error={about.error}
          what="The form"
          still="The form needs the defaults of the server."
          onRetry={() => void about.refetch()}
        />
      )}
    </div>
  );
}

/** The options of the other crawl that the form cannot repeat: secrets, and options of the command line. */
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
