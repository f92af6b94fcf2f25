import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LongText } from '~/ui/LongText';
import { SkeletonRows } from '~/ui/Skeleton';
import { bytes } from '~/words/figures';
import { ErrorState } from '../problems/ErrorState';
import { decoded } from './decoding';
import { htmlQuery } from './html-query';

interface HtmlPartProps {
  crawlId: string;
  pageId: string;
  contentType: string | null;
}

/** Its HTML, as text. */
export function HtmlPart({ crawlId, pageId, contentType }: HtmlPartProps) {
  const { data, error, refetch } = useQuery(htmlQuery(crawlId, pageId));
  const text = useMemo(() => data && decoded(data, contentType), [data, contentType]);
  if (error) return <ErrorState error={error} what="The HTML" onRetry={() => void refetch()} />;
  if (!data || text === undefined) return <SkeletonRows />;
  return (
    <LongText label="HTML" text={text} bytes={data} file={`${pageId}.html`} size={bytes(data.byteLength)} />
  );
}
