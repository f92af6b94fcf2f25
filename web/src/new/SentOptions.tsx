import { Check, Field, TextField } from '~/ui/Field';
import { Fold } from './Fold';
import type { Part } from './NewCrawlForm';

/** What is sent with requests, and what is kept of answers. */
export function SentOptions({ asked, about, change, errorOf }: Part) {
  return (
    <Fold title="Sent and kept" summary={keptWords(asked)}>
      <Field
        label="User agent"
        autoComplete="off"
        spellCheck={false}
        placeholder={about.defaults.user_agent}
        value={asked.userAgent}
        onChange={(event) => change({ userAgent: event.target.value })}
        hint="robots.txt knows us by its first word."
        error={errorOf('user_agent')}
      />
      <div className="flex flex-col gap-3 sm:pt-6">
        <Check
          label="Keep the text of pages"
          isOn={asked.keepText}
          onChange={(isOn) => change({ keepText: isOn })}
        />
        <Check
          label="Keep the HTML of pages"
          hint="Needed to try selectors on them later."
          isOn={asked.keepHtml}
          onChange={(isOn) => change({ keepHtml: isOn })}
        />
      </div>
      <TextField
        label="Headers"
        isMono
        spellCheck={false}
        autoComplete="off"
        placeholder="Authorization: Bearer …"
        value={asked.headers}
        onChange={(event) => change({ headers: event.target.value })}
        hint="One a line. Sent to origins in scope only, and shown nowhere."
        error={errorOf('headers')}
        className="sm:col-span-2"
      />
    </Fold>
  );
}

function keptWords({ keepText, keepHtml }: Part['asked']): string {
  const kept = [keepText && 'text', keepHtml && 'HTML'].filter(Boolean);
  return kept.length ? `${kept.join(' and ')} kept` : 'neither text nor HTML kept';
}
