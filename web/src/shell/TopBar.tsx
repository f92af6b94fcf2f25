import { Search } from 'lucide-react';
import { Breadcrumb } from './Breadcrumb';
import { openPalette } from './palette-state';
import { RunningPill } from './RunningPill';
import { ThemeSwitch } from './ThemeSwitch';

export function TopBar() {
  return (
    <header className="sticky top-0 z-20 flex h-12 min-w-0 items-center gap-2 border-b border-line bg-surface px-4 max-sm:order-1 sm:px-6">
      <Breadcrumb />
      <div className="ml-auto flex shrink-0 items-center gap-1">
        <RunningPill />
        <button
          type="button"
          onClick={openPalette}
          className="inline-flex h-8 items-center gap-2 rounded-control border border-line px-2.5 text-label text-muted hover:bg-raised hover:text-ink"
        >
          <Search size={15} aria-hidden="true" />
          <span className="max-md:sr-only">Go to</span>
          <kbd className="rounded-control bg-raised px-1.5 font-sans text-caption max-md:hidden">Ctrl K</kbd>
        </button>
        <ThemeSwitch />
      </div>
    </header>
  );
}
