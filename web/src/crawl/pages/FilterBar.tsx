import { useNavigate, useSearch } from '@tanstack/react-router';
import { ClearChip } from '~/ui/Chip';
import { ColumnChooser } from './ColumnChooser';
import { FilterMenus } from './FilterMenus';
import { changed, type FilterName, filtersOf, unfiltered } from './filters';
import type { Chunk } from './list';
import { PageCount } from './PageCount';
import { SearchBox } from './SearchBox';

/** Filters that have a menu of their own hold in its place; the others stand behind. */
const MENUS: readonly FilterName[] = ['state', 'reason', 'status', 'depth', 'content_type', 'host', 'search'];

/** The filters that are set, which are in the address. */
export function FilterBar({ chunks }: { chunks: readonly Chunk[] | undefined }) {
  const search = useSearch({ from: '/crawls/$id/pages' });
  const navigate = useNavigate({ from: '/crawls/$id/pages' });
  const filters = filtersOf(search);
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchBox />
      <FilterMenus />
      {filters
        .filter(({ name }) => !MENUS.includes(name))
        .map(({ name, words }) => (
          <ClearChip
            key={name}
            label={words}
            onClear={() => void navigate({ search: changed(search, { [name]: undefined }), replace: true })}
          />
        ))}
      {filters.length > 1 && (
        <button
          type="button"
          className="link h-7 px-1 text-label"
          onClick={() => void navigate({ search: unfiltered(search), replace: true })}
        >
          Clear all
        </button>
      )}
      <div className="ml-auto flex items-center gap-3">
        <PageCount chunks={chunks} />
        <ColumnChooser />
      </div>
    </search>
  );
}
