import clsx from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from './Button';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the right of the title. */
  tools?: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  /** `side`: a slide-over of 560 px at the right, the whole width on phones. */
  place?: 'middle' | 'side' | 'top';
  /** Whether the title is for screen readers only. */
  isTitleHidden?: boolean;
}

const PLACES = {
  middle: 'arrive floating m-auto w-[min(32rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)]',
  top: 'arrive floating mx-auto mt-[12vh] mb-auto w-[min(38rem,calc(100vw-1.5rem))] max-h-[70dvh]',
  side: 'slide-in floating my-0 mr-0 ml-auto h-dvh max-h-dvh w-[min(35rem,100vw)] max-w-full rounded-none border-y-0 border-r-0',
};

/**
 * A dialog over the page; open while it is rendered.
 *
 * The browser's own: it keeps the focus inside, closes by Esc, and gives the focus back.
 */
export function Dialog({
  title,
  onClose,
  children,
  tools,
  actions,
  place = 'middle',
  isTitleHidden,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    // The browser focuses the first button, which closes the dialog.
    if (place === 'middle') dialog?.querySelector<HTMLElement>('input, textarea, select')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [place]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it, as Esc does
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={clsx('overflow-hidden p-0 backdrop:bg-black/40', PLACES[place])}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div className={clsx('flex max-h-[inherit] flex-col', place === 'side' && 'h-full')}>
        <div
          className={clsx(
            isTitleHidden ? 'sr-only' : 'flex items-center justify-between gap-3 px-5 pt-4 pb-2',
          )}
        >
          <h2 id={titleId} className="line-clamp-2 min-w-0 text-section">
            <bdi>{title}</bdi>
          </h2>
          {!isTitleHidden && (
            <div className="flex shrink-0 items-center">
              {tools}
              <IconButton label="Close" icon={<X size={18} aria-hidden="true" />} onClick={onClose} />
            </div>
          )}
        </div>
        <div
          className={clsx('min-h-0 flex-1 overflow-y-auto overscroll-contain', !isTitleHidden && 'px-5 pb-5')}
        >
          {children}
        </div>
        {actions && (
          <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</div>
        )}
      </div>
    </dialog>
  );
}
