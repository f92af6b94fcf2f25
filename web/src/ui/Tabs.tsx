import clsx from 'clsx';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

const LOOK = 'relative inline-flex h-10 shrink-0 items-center gap-1.5 px-3 text-body whitespace-nowrap';
const ON = 'font-medium text-ink after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:bg-accent';

/** The look of a tab, for links between the parts of a page. */
export function tabLook(isOn: boolean): string {
  return clsx(LOOK, isOn ? ON : 'text-muted hover:text-ink');
}

interface TabsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly { value: T; label: ReactNode }[];
  /** The panel of the tab that is chosen. */
  children: ReactNode;
}

/** Panels of which one is shown. Arrows walk the tabs. */
export function Tabs<T extends string>({ label, value, onChange, tabs, children }: TabsProps<T>) {
  const id = useId();

  function walk(event: KeyboardEvent<HTMLDivElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(`${id}-${next.value}`)?.focus();
  }

  return (
    <div className="flex min-h-0 flex-col">
      <div
        role="tablist"
        aria-label={label}
        className="-ml-3 flex overflow-x-auto border-b border-line"
        onKeyDown={walk}
        tabIndex={-1}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            className={tabLook(tab.value === value)}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may have nothing else to focus
        tabIndex={0}
        className="min-h-0"
      >
        {children}
      </div>
    </div>
  );
}
