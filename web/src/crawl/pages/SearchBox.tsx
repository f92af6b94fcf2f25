import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDraft } from '~/state/useDraft';
import { SearchField } from '~/ui/SearchField';
import { changed } from './filters';

/** Part of an address or a title, searched when the user stops typing. */
export function SearchBox() {
  const { search } = useSearch({ from: '/crawls/$id/pages' });
  const navigate = useNavigate({ from: '/crawls/$id/pages' });
  const [typed, type] = useDraft(search, {
    parse: (text = '') => text,
    write: (text) => text.trim() || undefined,
    send: (text) => void navigate({ search: (before) => changed(before, { search: text }), replace: true }),
  });
  return (
    <SearchField
      label="Search addresses and titles"
      placeholder="Address or title  /"
      value={typed}
      onChange={(event) => type(event.target.value)}
      className="h-8 sm:w-60"
    />
  );
}
