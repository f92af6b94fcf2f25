import type { Schemas } from '~/api/client';

/** The headers of the answer, as they came. */
export function HeadersPart({ headers }: { headers: readonly Schemas['HeaderLine'][] }) {
  return (
    <dl className="flex flex-col font-mono text-label">
      {headers.map(({ name, value }, line) => (
        <div
          key={line}
          className="grid gap-x-4 border-b border-line py-1.5 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt className="break-all text-muted">{name}</dt>
          <dd className="break-all">
            <bdi dir="ltr">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
