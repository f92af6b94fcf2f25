import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, wordsOf } from '~/api/problems';
import { aboutQuery } from '~/api/queries';
import { useChange } from '~/api/steering';
import { linesOf, timeError } from '~/new/asked';
import { FigureField } from '~/new/FigureField';
import { PatternTest } from '~/new/PatternTest';
import { TimeField } from '~/new/TimeField';
import { Button } from '~/ui/Button';
import { TextField } from '~/ui/Field';
import { toast } from '~/ui/toasts';
import { counted } from '~/words/figures';
import { type Changing, changesOf, changingOf } from './changes';
import { useCrawl } from './LiveContext';
import type { Options } from './queries';

interface ChangeFormProps {
  options: Options;
  onClose: () => void;
}

export function ChangeForm({ options, onClose }: ChangeFormProps) {
  const { id, progress } = useCrawl();
  const { data: about } = useQuery(aboutQuery);
  const [before] = useState(() => changingOf(options));
  const [now, setNow] = useState(before);
  const change = useChange(id);
  const changes = changesOf(before, now);
  const isSame = Object.keys(changes).length === 0;

  function set(name: keyof Changing): (value: string) => void {
    return (value) => setNow((old) => ({ ...old, [name]: value }));
  }
  function errorOf(field: string): string | undefined {
    return change.error instanceof ProblemError ? change.error.about(field) : undefined;
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    change.mutate(changes, {
      onSuccess: ({ reopened }) => {
        toast(reopened ? `Changed. ${counted(reopened, 'more page')} will be fetched.` : 'Changed.');
        onClose();
      },
    });
  }

  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-x-4 gap-y-3 sm:grid-cols-2">
      <FigureField
        label="Gap, ms"
        least={0}
        value={now.delayMs}
        onChange={set('delayMs')}
        preset={String(about?.defaults.delay_ms ?? '')}
        hint="Between two requests to a host."
        error={errorOf('delay_ms')}
      />
      <FigureField
        label="Requests at once"
        value={now.concurrency}
        onChange={set('concurrency')}
        preset={String(about?.defaults.concurrency ?? '')}
        error={errorOf('concurrency')}
      />
      <FigureField
        label="Depth"
        least={0}
        value={now.depth}
        onChange={set('depth')}
        preset={String(about?.defaults.max_depth ?? '')}
        hint="Clicks from the first page."
        error={errorOf('max_depth')}
      />
      <FigureField
        label="Pages"
        value={now.maxPages}
        onChange={set('maxPages')}
        preset="no limit"
        hint="No more than this are fetched."
        error={errorOf('max_pages')}
      />
      <TimeField
        label="Time limit"
        value={now.maxTime}
        onChange={set('maxTime')}
        preset="no limit"
        hint="In all, such as 10m or 1h30m; pauses do not count."
        error={errorOf('max_time_s')}
      />
      <Patterns
        label="Only addresses like"
        value={now.include}
        onChange={set('include')}
        error={errorOf('include')}
      />
      <Patterns label="None like" value={now.exclude} onChange={set('exclude')} error={errorOf('exclude')} />
      <PatternTest
        url={progress.submitted_url}
        scope={options.scope}
        include={linesOf(now.include) ?? []}
        exclude={linesOf(now.exclude) ?? []}
      />
      {change.error && (
        <p role="alert" className="text-failed sm:col-span-2">
          ✕ {wordsOf(change.error)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2 sm:col-span-2">
        <Button onClick={onClose}>Leave it as it is</Button>
        <Button
          type="submit"
          look="main"
          disabled={isSame || timeError(now.maxTime) !== undefined}
          isBusy={change.isPending}
        >
          Change it from now on
        </Button>
      </div>
    </form>
  );
}

interface PatternsProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

function Patterns({ label, value, onChange, error }: PatternsProps) {
  return (
    <TextField
      label={label}
      isMono
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint="One pattern a line; * is anything."
      error={error}
    />
  );
}
