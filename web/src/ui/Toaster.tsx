import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from '~/state/store';
import { dismiss, toastStore } from '~/state/toasts';
import { IconButton } from './Button';

/** Where messages appear; one for the page. In the top layer, so that dialogs do not hide it. */
export function Toaster() {
  const toasts = useStore(toastStore);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const popover = place.current;
    if (!popover) return;
    if (popover.matches(':popover-open')) popover.hidePopover();
    if (toasts.length) popover.showPopover();
  }, [toasts]);
  return (
    <div
      ref={place}
      popover="manual"
      aria-live="polite"
      className="fixed inset-x-0 top-auto bottom-20 m-0 mx-auto w-[min(28rem,calc(100vw-1.5rem))] flex-col gap-2 bg-transparent open:flex sm:bottom-4"
    >
      {toasts.map((toast) => (
        <div key={toast.id} className="arrive floating flex items-center gap-2 py-1 pr-1 pl-4 text-body">
          <span aria-hidden="true" className={toast.isError ? 'text-failed' : 'text-done'}>
            {toast.isError ? '✕' : '✓'}
          </span>
          <span className="line-clamp-3 flex-1">{toast.text}</span>
          <IconButton
            label="Dismiss"
            icon={<X size={16} aria-hidden="true" />}
            onClick={() => dismiss(toast.id)}
          />
        </div>
      ))}
    </div>
  );
}
