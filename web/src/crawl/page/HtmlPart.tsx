import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '~/ui/Button';
import { SkeletonRows } from '~/ui/Skeleton';
import { ErrorState } from '~/ui/States';
import { save } from '~/ui/save';
import { bytes, count } from '~/words/figures';
import { decoded } from './decoding';
import { usePagePlace } from './PageContext';
import { htmlQuery, type PageDetails } from './queries';

const SHOWN = 200_000;

/** Its HTML, as text. */
export function HtmlPart({ page }: { page: PageDetails }) {
  const { crawlId } = usePagePlace();
  const { data, error, refetch } = useQuery(htmlQuery(crawlId, page.id));
  const text = useMemo(() => data && decoded(data, page.content_type), [data, page.content_type]);
  if (error) return <ErrorState error={error} what="The HTML" onRetry={() => void refetch()} />;
  if (!data || text === undefined) return <SkeletonRows />;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2 text-label text-muted">
        {bytes(data.byteLength)}
        {text.length > SHOWN && `, of which the first ${count(SHOWN)} characters are shown`}
        <Button
          size="small"
          icon={<Download size={14} aria-hidden="true" />}
          onClick={() => save(new Blob([data]), `${page.id}.html`)}
        >
          Save as a file
        </Button>
      </div>
      <pre className="max-h-[70dvh] overflow-auto rounded-control border border-line bg-bg p-3 font-mono text-caption whitespace-pre-wrap">
        <bdi dir="ltr">{text.slice(0, SHOWN)}</bdi>
      </pre>
    </div>
  );
}
