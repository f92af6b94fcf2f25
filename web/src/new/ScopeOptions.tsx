import { linesOf, type Scope } from '~/parts/options/crawl-form';
import { PatternTest } from '~/parts/options/PatternTest';
import { Check, Choice, TextField } from '~/ui/Field';
import { addressIn } from '~/words/addresses';
import { counted } from '~/words/figures';
import { Fold } from './Fold';
import type { Part } from './NewCrawlForm';

const SCOPES = [
  ['domain', 'The domain, with its subdomains'],
  ['host', 'This host alone'],
  ['subpath', 'This folder alone'],
  ['all', 'Anywhere'],
] as const satisfies readonly (readonly [Scope, string])[];

export function ScopeOptions({ form, change, errorOf }: Part) {
  const patterns = (linesOf(form.include)?.length ?? 0) + (linesOf(form.exclude)?.length ?? 0);
  const scope = SCOPES.find(([each]) => each === form.scope)?.[1];
  return (
    <Fold
      title="Scope"
      summary={[scope?.toLowerCase(), patterns > 0 && counted(patterns, 'pattern')]
        .filter(Boolean)
        .join(' · ')}
    >
      <Choice
        label="How far links are followed"
        value={form.scope}
        options={SCOPES}
        onChange={(value) => change({ scope: value })}
        hint="Links out of scope are recorded, not followed."
      />
      <div className="sm:pt-6">
        <Check
          label="Read sitemaps"
          hint="Fetch what they list, too."
          isOn={form.sitemap}
          onChange={(isOn) => change({ sitemap: isOn })}
        />
      </div>
      <TextField
        label="Include only"
        isMono
        spellCheck={false}
        placeholder="/blog/*"
        value={form.include}
        onChange={(event) => change({ include: event.target.value })}
        hint="One pattern per line; * matches anything."
        error={errorOf('include')}
      />
      <TextField
        label="Exclude"
        isMono
        spellCheck={false}
        placeholder="/tag/*"
        value={form.exclude}
        onChange={(event) => change({ exclude: event.target.value })}
        hint="One pattern per line. Exclude patterns win."
        error={errorOf('exclude')}
      />
      <PatternTest
        url={addressIn(form.url) ?? ''}
        scope={form.scope}
        include={linesOf(form.include) ?? []}
        exclude={linesOf(form.exclude) ?? []}
      />
    </Fold>
  );
}
