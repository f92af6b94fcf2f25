import { CornerDownRight } from 'lucide-react';
import type { Schemas } from '~/api/client';
import { CodeMark } from '~/ui/Status';
import { WebLink } from '~/ui/WebLink';
import { PageLink } from './PageLink';

/** Where it leads by redirects, a rung for each. */
export function Redirects({ hops }: { hops: readonly Schemas['Hop'][] }) {
  const last = hops.at(-1);
  return (
    <section aria-label="Redirects" className="flex flex-col gap-1">
      <h3 className="text-label font-medium text-muted">Redirects</h3>
      <ol className="flex flex-col gap-1">
        {hops.map((hop, rung) => (
          <Rung key={`${rung} ${hop.id}`} rung={rung}>
            <CodeMark code={hop.status} />
            <PageLink pageId={hop.id} url={hop.url} />
          </Rung>
        ))}
        {last && (
          <Rung rung={hops.length}>
            <WebLink address={last.location} />
          </Rung>
        )}
      </ol>
    </section>
  );
}

const DEEPEST = 6;

function Rung({ rung, children }: { rung: number; children: React.ReactNode }) {
  return (
    <li
      className="flex items-baseline gap-2"
      style={{ paddingInlineStart: 14 * Math.min(Math.max(rung - 1, 0), DEEPEST) }}
    >
      {rung > 0 && (
        <CornerDownRight size={14} aria-hidden="true" className="shrink-0 self-center text-muted" />
      )}
      {children}
    </li>
  );
}
