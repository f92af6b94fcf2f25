import { bytes, count, counted } from '~/words/figures';
import type { Statistics } from '../queries';
import { PageCard } from './PageCard';

/** Pages that stand out: by their links, their size, their bytes. */
export function Standouts({ stats }: { stats: Statistics }) {
  const { page_rank, largest, orphans, dead_ends, duplicates } = stats;
  return (
    <>
      <PageCard
        title="Most important"
        note="by PageRank, with how many pages link there"
        pages={page_rank.map((page) => ({ ...page, figure: counted(page.in_links, 'link') }))}
        empty="No page links to another yet."
      />
      <PageCard
        title="Largest"
        pages={largest.map((page) => ({ ...page, figure: bytes(page.size) }))}
        empty="Nothing has answered yet."
      />
      <PageCard
        title="Exact duplicates"
        note={
          duplicates.groups
            ? `${counted(duplicates.pages, 'page')} in ${counted(duplicates.groups, 'group')}`
            : ''
        }
        pages={duplicates.largest.map((group) => ({
          id: group.ids[0] ?? '',
          url: group.urls[0] ?? '',
          figure: `${count(group.pages)} pages`,
        }))}
        empty="No two pages have the same bytes."
      />
      <PageCard
        title="Orphans"
        note="pages that no page links to"
        count={orphans.pages}
        pages={some(orphans)}
        empty="Every page is linked from another."
      />
      <PageCard
        title="Dead ends"
        note="pages that link to no other page"
        count={dead_ends.pages}
        pages={some(dead_ends)}
        empty="Every fetched page links to another."
      />
    </>
  );
}

function some({ ids, urls }: Statistics['orphans']): { id: string; url: string }[] {
  return ids.map((id, place) => ({ id, url: urls[place] ?? '' }));
}
