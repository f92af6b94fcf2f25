import { type RefObject, useEffect } from 'react';

/** Focus a field when `/` is pressed, unless the user types somewhere or a dialog is open. */
export function useSlash(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    function listen(event: KeyboardEvent): void {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      field.current?.focus();
    }
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [field]);
}
