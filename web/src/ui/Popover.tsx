import { type ReactNode, useId, useRef, useState } from 'react';
import { placeAt } from './Menu';

interface PopoverProps {
  label: string;
  trigger: ReactNode;
  triggerClass: string;
  children: ReactNode;
}

/** A button with a small panel of settings, which stays until one clicks elsewhere or presses Esc. */
export function Popover({ label, trigger, triggerClass, children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        popoverTarget={id}
        className={triggerClass}
      >
        {trigger}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className="arrive floating fixed m-0 max-w-[calc(100vw-1rem)] overflow-y-auto p-3"
        // It has a size, and so a place, only once it is open.
        onBeforeToggle={() => panel.current?.classList.add('invisible')}
        onToggle={(event) => {
          setOpen(event.newState === 'open');
          if (event.newState === 'open') placeAt(button.current, panel.current);
          panel.current?.classList.remove('invisible');
        }}
      >
        <fieldset>
          <legend className="mb-2 text-caption text-muted">{label}</legend>
          {children}
        </fieldset>
      </div>
    </>
  );
}
