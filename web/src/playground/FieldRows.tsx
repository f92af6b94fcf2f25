import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '~/ui/Button';
import { FieldRow } from './FieldRow';
import type { Field } from './search';
import { type Fields, usualName } from './useFields';
import type { Match } from './useMatches';

const EMPTY: Field = { name: '', selector: '' };

/** Fields by name and selector, each with how often it matches. */
export function FieldRows({ fields, matches }: { fields: Fields; matches: readonly Match[] }) {
  const adding = useRef<HTMLButtonElement>(null);
  const [isAdded, setAdded] = useState(false);
  // There is always one to begin with.
  const rows = fields.rows.length > 0 ? fields.rows : [EMPTY];

  function remove(place: number): void {
    fields.change(rows.filter((_, each) => each !== place));
    if (place === rows.length - 1) adding.current?.focus();
  }

  return (
    <section aria-label="Fields" className="flex flex-col gap-3 p-4">
      <div>
        <h2 className="text-section">Fields</h2>
        <p className="text-caption text-muted">
          A name, and a CSS selector. They are tried on the page that was fetched.
        </p>
      </div>
      <ul className="flex flex-col gap-3">
        {rows.map((row, place) => (
          <FieldRow
            key={place}
            row={row}
            place={place}
            match={matches.find(({ name }) => name === (row.name.trim() || usualName(place)))}
            isTwice={isTwice(rows, place)}
            isNew={isAdded && place === rows.length - 1}
            onChange={(now) => fields.change(rows.map((each, at) => (at === place ? now : each)))}
            onRemove={() => remove(place)}
          />
        ))}
      </ul>
      <Button
        ref={adding}
        size="small"
        className="self-start"
        icon={<Plus size={14} aria-hidden="true" />}
        onClick={() => {
          setAdded(true);
          fields.change([...rows, EMPTY]);
        }}
      >
        Add a field
      </Button>
    </section>
  );
}

function isTwice(rows: readonly Field[], place: number): boolean {
  const name = rows[place]?.name.trim();
  return Boolean(name) && rows.findIndex((each) => each.name.trim() === name) < place;
}
