import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { ClearChip } from '~/ui/Chip';
import { DepthChip } from '~/ui/Depth';
import { Menu, type MenuItem } from '~/ui/Menu';
import { count } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import { changed, type FilterName, REASON_WORDS, STATE_WORDS, wordsOf } from './filters';
import type { PagesSearch } from './search';
import { useFound } from './useFound';

const STATUSES = [
  ['2xx', 'answered'],
  ['3xx', 'redirects'],
  ['4xx', 'refused or missing'],
  ['5xx', 'server errors'],
] as const;
const DEEPEST = 30;

/** One menu for each filter; while it holds, the filter stands in its place. */
export function FilterMenus() {
  const { progress } = useCrawl();
  const search = useSearch({ from: '/crawls/$id/pages' });
  const navigate = useNavigate({ from: '/crawls/$id/pages' });
  const { hosts, types } = useFound();

  function show(change: Parameters<typeof changed>[1]): void {
    void navigate({ search: changed(search, change), replace: true });
  }

  function item(change: Partial<PagesSearch>, label: string, more: Partial<MenuItem> = {}): MenuItem {
    return { label, onSelect: () => show(change), ...more };
  }

  function menu(name: FilterName, label: string, items: MenuItem[]) {
    if (search[name] !== undefined) {
      return (
        <ClearChip key={name} label={wordsOf(name, search)} onClear={() => show({ [name]: undefined })} />
      );
    }
    return items.length > 0 && <FilterMenu key={name} label={label} items={items} />;
  }

  const figures: Record<string, number> = {
    COMPLETED: progress.completed,
    FAILED: progress.failed,
    SKIPPED: progress.skipped,
    PENDING: progress.pending,
    'IN-PROGRESS': progress.in_progress,
    CANCELLED: progress.cancelled,
  };
  const states = Object.entries(figures).filter(([, figure]) => figure > 0);
  const reasons = Object.entries(progress.skipped_by).filter(([, figure]) => figure > 0);
  const depths = Array.from({ length: Math.min(progress.requested_depth, DEEPEST) + 1 }, (_, depth) => depth);
  return (
    <>
      {menu(
        'state',
        'State',
        states.map(([state, figure]) => {
          const word = STATE_WORDS[state as keyof typeof STATE_WORDS];
          return item({ state } as PagesSearch, word, { detail: count(figure) });
        }),
      )}
      {menu(
        'reason',
        'Reason',
        reasons.map(([reason, figure]) => {
          const word = REASON_WORDS[reason as keyof typeof REASON_WORDS];
          return item({ reason } as PagesSearch, word, { detail: count(figure) });
        }),
      )}
      {menu(
        'status',
        'Status',
        STATUSES.map(([status, words]) => item({ status }, status, { detail: words })),
      )}
      {menu(
        'depth',
        'Depth',
        depths.map((depth) => item({ depth }, `depth ${depth}`, { icon: <DepthChip depth={depth} /> })),
      )}
      {menu(
        'content_type',
        'Type',
        types.map((type) => item({ content_type: type }, type)),
      )}
      {menu(
        'host',
        'Host',
        hosts.map((host) => item({ host }, host)),
      )}
    </>
  );
}

function FilterMenu({ label, items }: { label: string; items: MenuItem[] }) {
  return (
    <Menu
      label={`Filter by ${label.toLowerCase()}`}
      items={items}
      triggerClass="inline-flex h-7 items-center gap-1 rounded-chip border border-control pr-2 pl-3 text-label whitespace-nowrap hover:bg-raised"
      trigger={
        <>
          {label}
          <ChevronDown size={14} aria-hidden="true" className="text-muted" />
        </>
      }
    />
  );
}
