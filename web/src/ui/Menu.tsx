import clsx from 'clsx';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

export interface MenuItem {
  label: string;
  onSelect: () => void;
  icon?: ReactNode;
  /** At its right: how many there are. */
  detail?: ReactNode;
  isDangerous?: boolean;
  isDisabled?: boolean;
}

interface MenuProps {
  /** The name of the button, when its content is an icon. */
  label: string;
  trigger: ReactNode;
  triggerClass: string;
  items: MenuItem[];
}

const EDGE = 8;

/** A button with a menu. Arrows, Home, End and first letters walk it; Esc closes it. */
export function Menu({ label, trigger, triggerClass, items }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  function open(place: 'first' | 'last'): void {
    list.current?.showPopover();
    placeAt(button.current, list.current);
    focusItem(list.current, place === 'first' ? 0 : -1);
  }

  function close(): void {
    list.current?.hidePopover();
    button.current?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        className={triggerClass}
        onClick={(event) => {
          event.stopPropagation();
          if (isOpen) close();
          else open('first');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          open(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        {trigger}
      </button>
      <div
        ref={list}
        id={id}
        role="menu"
        aria-label={label}
        tabIndex={-1}
        popover="auto"
        className="arrive floating fixed m-0 min-w-44 max-h-[60dvh] max-w-[min(24rem,calc(100vw-1rem))] overflow-y-auto p-1"
        onToggle={(event) => setOpen(event.newState === 'open')}
        onKeyDown={(event) => walk(event, list.current, close)}
      >
        {items.map((item, place) => (
          <button
            // By place: words with a figure change while they are read, and must not lose the focus.
            key={place}
            type="button"
            role="menuitem"
            // One of them is reached by Tab, as it is of everything that can be scrolled.
            tabIndex={place === 0 ? 0 : -1}
            disabled={item.isDisabled}
            className={clsx(
              'flex min-h-8 w-full items-center gap-2 rounded-control px-2.5 py-1 text-left text-label hocus:bg-raised',
              'disabled:opacity-50',
              item.isDangerous && 'text-failed',
            )}
            onClick={(event) => {
              event.stopPropagation();
              close();
              item.onSelect();
            }}
          >
            {item.icon}
            <span className="min-w-0 flex-1">{item.label}</span>
            {item.detail !== undefined && <span className="pl-4 text-muted">{item.detail}</span>}
          </button>
        ))}
      </div>
    </>
  );
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])];
}

function focusItem(list: HTMLElement | null, index: number): void {
  itemsOf(list).at(index)?.focus();
}

function walk(event: KeyboardEvent, list: HTMLElement | null, close: () => void): void {
  const items = itemsOf(list);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const step = steps[event.key];
  if (step !== undefined) {
    event.preventDefault();
    items[step < 0 ? items.length - 1 : step % items.length]?.focus();
  } else if (event.key === 'Tab' || event.key === 'Escape') {
    event.preventDefault();
    close();
  } else if (event.key.length === 1) {
    const letter = event.key.toLowerCase();
    const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    after.find((item) => item.textContent?.toLowerCase().startsWith(letter))?.focus();
  }
}

/** Below its button, at the side where there is room; above where there is none below. */
export function placeAt(button: HTMLElement | null, list: HTMLElement | null): void {
  if (!button || !list) return;
  const by = button.getBoundingClientRect();
  const size = list.getBoundingClientRect();
  const left = by.left + size.width + EDGE > innerWidth ? by.right - size.width : by.left;
  const isRoomBelow = by.bottom + size.height + EDGE < innerHeight;
  const top = isRoomBelow ? by.bottom + 4 : by.top - size.height - 4;
  list.style.left = `${Math.max(EDGE, left)}px`;
  list.style.top = `${Math.max(EDGE, top)}px`;
}
