import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ProblemError, wordsOf } from '~/api/problems';
import type { Options } from '~/api/queries';
import { aboutQuery } from '~/api/queries';
import { useChange } from '~/api/steering';
import { hasError, linesOf } from '~/parts/options/crawl-form';
import { FigureField } from '~/parts/options/FigureField';
import { PatternTest } from '~/parts/options/PatternTest';
import { TimeField } from '~/parts/options/TimeField';
import { toast } from '~/state/toasts';
import { Button } from '~/ui/Button';
import { TextField } from '~/ui/Field';
import { counted } from '~/words/figures';
import { type Changing, changesOf, changingOf } from './changes';
import { useCrawl } from './LiveContext';

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
        label="Delay, ms"
        least={0}
        value={now.delayMs}
        onChange={set('delayMs')}
        preset={String(about?.defaults.delay_ms ?? '')}
        hint="The least time between two requests to one host."
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
        hint="At most so many pages are fetched."
        error={errorOf('max_pages')}
      />
      <TimeField
        label="Time limit"
        value={now.maxTime}
        onChange={set('maxTime')}
        preset="no limit"
        hint="For example 10m or 1h30m, in all; pauses do not count."
        error={errorOf('max_time_s')}
      />
      <Patterns
        label="Include only"
        value={now.include}
        onChange={set('include')}
        error={errorOf('include')}
      />
      <Patterns label="Exclude" value={now.exclude} onChange={set('exclude')} error={errorOf('exclude')} />
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
        <Button onClick={onClose}>Keep as is</Button>
        <Button type="submit" look="main" disabled={isSame || hasError(now)} isBusy={change.isPending}>
          Change from now on
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
      hint="One pattern per line; * matches anything."
      error={error}
    />
  );
}
