import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ClearChip } from '~/ui/Chip';
import { DepthChip } from '~/ui/Depth';
import { Menu, type MenuItem } from '~/ui/Menu';
import { useCrawl } from '../LiveContext';
import { useStats } from '../queries';
import {
  depthChoices,
  type FilterChoice,
  hostChoices,
  reasonChoices,
  stateChoices,
  statusChoices,
  typeChoices,
} from './filter-choices';
import { changed, type FilterName, wordsOf } from './filters';

/** One menu for each filter; while it holds, the filter stands in its place. */
export function FilterMenus() {
  const { progress } = useCrawl();
  // Counting a large crawl takes the server seconds: only when the pointer or the focus is near the filters.
  const [isNear, setNear] = useState(false);
  const { data: stats } = useStats({ enabled: isNear });
  return (
    <fieldset className="contents" onPointerOver={() => setNear(true)} onFocus={() => setNear(true)}>
      <legend className="sr-only">Filters</legend>
      <OneFilter name="state" label="State" choices={stateChoices(progress)} />
      <OneFilter name="reason" label="Reason" choices={reasonChoices(progress)} />
      <OneFilter name="status" label="Status" choices={statusChoices(stats)} />
      <OneFilter
        name="depth"
        label="Depth"
        choices={depthChoices(progress, stats)}
        icon={({ depth }) => <DepthChip depth={depth ?? 0} />}
      />
      <OneFilter name="content_type" label="Type" choices={typeChoices(stats)} />
      <OneFilter name="host" label="Host" choices={hostChoices(stats)} />
    </fieldset>
  );
}

interface OneFilterProps {
  name: FilterName;
  label: string;
  choices: readonly FilterChoice[];
  icon?: (change: FilterChoice['change']) => ReactNode;
}

function OneFilter({ name, label, choices, icon }: OneFilterProps) {
  const search = useSearch({ from: '/crawls/$id/pages' });
  const navigate = useNavigate({ from: '/crawls/$id/pages' });

  function show(change: Parameters<typeof changed>[1]): void {
    void navigate({ search: changed(search, change), replace: true });
  }

  if (search[name] !== undefined) {
    return <ClearChip label={wordsOf(name, search)} onClear={() => show({ [name]: undefined })} />;
  }
  const items = choices.map(
    (choice): MenuItem => ({
      label: choice.label,
      detail: choice.detail,
      icon: icon?.(choice.change),
      onSelect: () => show(choice.change),
    }),
  );
  if (items.length === 0) return null;
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
