import { Check, Field, TextField } from '~/ui/Field';
import { Fold } from './Fold';
import type { Part } from './NewCrawlForm';

/** The options of requests, and of what is stored of answers. */
export function SentOptions({ form, about, change, errorOf }: Part) {
  return (
    <Fold title="Sent and kept" summary={keptWords(form)}>
      <Field
        label="User agent"
        autoComplete="off"
        spellCheck={false}
        placeholder={about.defaults.user_agent}
        value={form.userAgent}
        onChange={(event) => change({ userAgent: event.target.value })}
        hint="Rules of robots.txt go by its first word."
        error={errorOf('user_agent')}
      />
      <div className="flex flex-col gap-3 sm:pt-6">
        <Check
          label="Keep the text of pages"
          isOn={form.keepText}
          onChange={(isOn) => change({ keepText: isOn })}
        />
        <Check
          label="Keep the HTML of pages"
          hint="Needed to try selectors on them later."
          isOn={form.keepHtml}
          onChange={(isOn) => change({ keepHtml: isOn })}
        />
      </div>
      <TextField
        label="Headers"
        isMono
        spellCheck={false}
        autoComplete="off"
        placeholder="Authorization: Bearer …"
        value={form.headers}
        onChange={(event) => change({ headers: event.target.value })}
        hint="One per line. Sent to origins in scope only, and never shown again."
        error={errorOf('headers')}
        className="sm:col-span-2"
      />
    </Fold>
  );
}

function keptWords({ keepText, keepHtml }: Part['form']): string {
  const kept = [keepText && 'text', keepHtml && 'HTML'].filter(Boolean);
  return kept.length ? `${kept.join(' and ')} kept` : 'neither text nor HTML kept';
}
