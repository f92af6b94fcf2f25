import { Link } from '@tanstack/react-router';
import { BookOpen, FlaskConical, Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { Mark } from './Mark';

const PLACE =
  'flex flex-col items-center justify-center gap-0.5 rounded-control text-muted hover:bg-raised hover:text-ink max-sm:h-14 max-sm:flex-1 sm:size-12 aria-[current=page]:bg-soft aria-[current=page]:text-accent';

/** Where one can go. At the left; below 640 px at the bottom, for thumbs. */
export function Rail() {
  return (
    <nav
      aria-label="Main"
      className="z-20 flex border-line bg-surface max-sm:sticky max-sm:bottom-0 max-sm:order-3 max-sm:border-t max-sm:pb-[env(safe-area-inset-bottom)] sm:sticky sm:top-0 sm:row-span-2 sm:h-dvh sm:flex-col sm:items-center sm:gap-1 sm:border-r sm:py-2"
    >
      <Link
        to="/crawls"
        aria-label="Leadline"
        className="mb-2 flex size-12 items-center justify-center max-sm:hidden"
      >
        <Mark />
      </Link>
      <Link to="/crawls" className={PLACE}>
        <Named icon={<Waypoints size={20} aria-hidden="true" />} name="Crawls" />
      </Link>
      <Link to="/playground" className={PLACE}>
        <Named icon={<FlaskConical size={20} aria-hidden="true" />} name="Scrape" />
      </Link>
      <Link to="/help" className={`${PLACE} sm:mt-auto`}>
        <Named icon={<BookOpen size={20} aria-hidden="true" />} name="Help" />
      </Link>
    </nav>
  );
}

function Named({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <>
      {icon}
      <span className="text-caption">{name}</span>
    </>
  );
}
