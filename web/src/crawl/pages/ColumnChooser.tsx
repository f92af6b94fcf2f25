import { Columns3 } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { buttonLook } from '~/ui/Button';
import { Check } from '~/ui/Field';
import { Popover } from '~/ui/Popover';
import { isBeside, onBeside, putBeside } from './beside';
import { chooseColumn, chosenColumns, onColumns } from './chosen';
import { COLUMNS } from './columns';

/** Which columns are wanted; remembered. Narrow screens show fewer. */
export function ColumnChooser() {
  const chosen = useSyncExternalStore(onColumns, chosenColumns);
  const isGraph = useSyncExternalStore(onBeside, isBeside);
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
          <Check label="Small graph beside" isOn={isGraph} onChange={putBeside} />
        </div>
      </Popover>
    </span>
  );
}
