import { Outlet } from '@tanstack/react-router';
import { Toaster } from '~/ui/Toaster';
import { KeyDialog } from './KeyDialog';
import { Palette } from './Palette';
import { Rail } from './Rail';
import { TopBar } from './TopBar';

/** The frame of every screen: the rail at the left (below on phones), the bar on top. */
export function Shell() {
  return (
    <div className="grid min-h-dvh grid-cols-1 grid-rows-[auto_1fr_auto] sm:grid-cols-[56px_minmax(0,1fr)] sm:grid-rows-[auto_1fr]">
      <a
        href="#content"
        className="absolute -top-20 left-2 z-50 rounded-control bg-accent px-3 py-2 text-on-accent focus:top-2"
      >
        Skip to the content
      </a>
      <Rail />
      <TopBar />
      <main id="content" tabIndex={-1} className="flex min-w-0 flex-col outline-none max-sm:order-2">
        <Outlet />
      </main>
      <Palette />
      <KeyDialog />
      <Toaster />
    </div>
  );
}
