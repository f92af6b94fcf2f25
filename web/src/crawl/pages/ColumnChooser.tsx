import { Columns3 } from 'lucide-react';
import { useStore } from '~/state/store';
import { buttonLook } from '~/ui/Button';
import { Check } from '~/ui/Field';
import { Popover } from '~/ui/Popover';
import { chooseColumn, columnsStore } from './chosen-columns';
import { COLUMNS } from './columns';
import { isMiniGraphShownStore, showMiniGraph } from './mini-graph-state';

/** The choice of columns, stored in the browser. Narrow screens show fewer. */
export function ColumnChooser() {
  const chosen = useStore(columnsStore);
  const isGraph = useStore(isMiniGraphShownStore);
  return (
    <span className="max-sm:hidden">
      <Popover
        label="Columns"
        triggerClass={buttonLook('plain', 'small')}
        trigger={
          <>
            <Columns3 size={15} aria-hidden="true" />
            Columns
          </>
        }
      >
        <div className="flex w-40 flex-col gap-2.5">
          {COLUMNS.map(({ name, label }) => (
            <Check
              key={name}
              label={label}
              isOn={chosen.has(name)}
              onChange={(isOn) => chooseColumn(name, isOn)}
            />
          ))}
          <hr className="border-line" />
          <Check label="Small graph" isOn={isGraph} onChange={showMiniGraph} />
        </div>
      </Popover>
    </span>
  );
}
