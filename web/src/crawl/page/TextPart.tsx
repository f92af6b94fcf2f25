import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '~/ui/Button';
import { count } from '~/words/figures';
import { usePagePlace } from './PageContext';
import { type PageDetails, pageQuery, WHOLE_TEXT } from './queries';

/** The text that people read on it. */
export function TextPart({ page }: { page: PageDetails }) {
  const { crawlId } = usePagePlace();
  const [isWhole, setWhole] = useState(false);
  const whole = useQuery({ ...pageQuery(crawlId, page.id, WHOLE_TEXT), enabled: isWhole });
  const text = whole.data?.text ?? page.text ?? '';
  const isMore = page.text_length > text.length;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="w-full text-body whitespace-pre-wrap">
        <bdi>{text}</bdi>
      </p>
      {isMore && !whole.data && (
        <Button isBusy={whole.isFetching} onClick={() => setWhole(true)}>
          Show all {count(page.text_length)} characters
        </Button>
      )}
      {isMore && whole.data && (
        <p className="text-label text-muted">
          The text is too long for the browser. An export has all of it.
        </p>
      )}
    </div>
  );
}
