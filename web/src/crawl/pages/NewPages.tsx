import { ArrowUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { wordsOf } from '~/api/problems';
import { toast } from '~/state/toasts';
import { Button } from '~/ui/Button';
import { count } from '~/words/figures';
import type { News } from './useNewPages';

interface NewPagesProps {
  news: News;
  /** Whether the list has nothing that could jump: then it is renewed by itself. */
  isEmpty: boolean;
  onShow: () => Promise<void>;
}

/** "37 new pages ↑" instead of rows that jump. */
export function NewPages({ news, isEmpty, onShow }: NewPagesProps) {
  const [isBusy, setBusy] = useState(false);
  const isThere = news.count > 0;

  async function show(): Promise<void> {
    setBusy(true);
    try {
      await onShow();
      scrollTo({ top: 0 });
    } catch (error) {
      toast(wordsOf(error), true);
    }
    setBusy(false);
  }

  const showUnlessBusy = useEffectEvent(() => {
    if (!isBusy) void show();
  });
  useEffect(() => {
    if (isEmpty && isThere) showUnlessBusy();
  }, [isEmpty, isThere]);

  if (!isThere || isEmpty) return null;
  const words = `${count(news.count)}${news.isMore ? '+' : ''} new ${news.count === 1 ? 'page' : 'pages'}`;
  return (
    <div className="pointer-events-none sticky bottom-16 z-10 flex justify-center sm:bottom-4">
      <Button
        look="main"
        className="arrive pointer-events-auto rounded-chip shadow-float"
        title="They finished after this list was loaded"
        isBusy={isBusy}
        onClick={() => void show()}
      >
        {words}
        <ArrowUp size={16} aria-hidden="true" />
      </Button>
    </div>
  );
}
