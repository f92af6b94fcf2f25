import { Check, Choice, TextField } from '~/ui/Field';
import { addressIn } from '~/words/addresses';
import { counted } from '~/words/figures';
import { linesOf, type Scope } from './asked';
import { Fold } from './Fold';
import type { Part } from './NewCrawlForm';
import { PatternTest } from './PatternTest';

const SCOPES = [
  ['domain', 'The domain, with its subdomains'],
  ['host', 'This host alone'],
  ['subpath', 'This folder alone'],
  ['all', 'Anywhere'],
] as const satisfies readonly (readonly [Scope, string])[];

export function ScopeOptions({ asked, change, errorOf }: Part) {
  const patterns = (linesOf(asked.include)?.length ?? 0) + (linesOf(asked.exclude)?.length ?? 0);
  const scope = SCOPES.find(([each]) => each === asked.scope)?.[1];
  return (
    <Fold
      title="Scope"
      summary={[scope?.toLowerCase(), patterns > 0 && counted(patterns, 'pattern')]
        .filter(Boolean)
        .join(' · ')}
    >
      <Choice
        label="How far links are followed"
        value={asked.scope}
        options={SCOPES}
        onChange={(value) => change({ scope: value })}
        hint="Links that lead out are recorded, not followed."
      />
      <div className="sm:pt-6">
        <Check
          label="Read sitemaps"
          hint="Fetch what they list, too."
          isOn={asked.sitemap}
          onChange={(isOn) => change({ sitemap: isOn })}
        />
      </div>
      <TextField
        label="Only addresses like"
        isMono
        spellCheck={false}
        placeholder="/blog/*"
        value={asked.include}
        onChange={(event) => change({ include: event.target.value })}
        hint="One pattern a line; * is anything."
        error={errorOf('include')}
      />
      <TextField
        label="None like"
        isMono
        spellCheck={false}
        placeholder="/tag/*"
        value={asked.exclude}
        onChange={(event) => change({ exclude: event.target.value })}
        hint="These win over the others."
        error={errorOf('exclude')}
      />
      <PatternTest
        url={addressIn(asked.url) ?? ''}
        scope={asked.scope}
        include={linesOf(asked.include) ?? []}
        exclude={linesOf(asked.exclude) ?? []}
      />
    </Fold>
  );
}
