import { Link } from '@tanstack/react-router';
import { Table2, X } from 'lucide-react';
import { buttonLook, IconButton } from '~/ui/Button';
import { counted } from '~/words/figures';
import { useCrawl } from '../../LiveContext';
import type { Choices } from '../useChoices';

/** The pages that a line was drawn around: how many, and all of them as a table. */
export function Within({ places, choices }: { places: ReadonlySet<number>; choices: Choices }) {
  const { id } = useCrawl();
  const things = choices.view === 'hosts' ? 'host' : 'page';
  return (
    <section aria-label="Selected area" className="floating flex items-center gap-2 py-1.5 pr-1.5 pl-3">
      <p className="text-label whitespace-nowrap">
        <b className="font-semibold">{counted(places.size, things)}</b>
      </p>
      {places.size > 0 && (
        <Link
          to="/crawls/$id/graph"
          params={{ id }}
          search={(all) => ({ ...all, as: 'table' as const })}
          className={buttonLook('main', 'small')}
        >
          <Table2 size={15} aria-hidden="true" />
          Open as table
        </Link>
      )}
      <IconButton
        label="Clear the area"
        icon={<X size={16} aria-hidden="true" />}
        onClick={() => choices.change({ area: undefined })}
      />
    </section>
  );
}
