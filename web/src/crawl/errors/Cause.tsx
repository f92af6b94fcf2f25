import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useRetry } from '~/api/steering';
import { Button, buttonLook } from '~/ui/Button';
import { AddressCell, ForeignText } from '~/ui/Table';
import { siteOf } from '~/words/addresses';
import { causeOf, mostlyIn } from '~/words/causes';
import { counted } from '~/words/figures';
import { withoutUndefined } from '~/words/search';
import { useCrawl } from '../LiveContext';
import { LinkedFrom } from './LinkedFrom';
import type { ErrorGroup } from './query';

/** Pages that failed for one cause: some of them, all of them, and another try. */
export function Cause({ group, shown }: { group: ErrorGroup; shown: number }) {
  const { id, progress } = useCrawl();
  const retry = useRetry(id);
  const status = group.status === null ? undefined : String(group.status);
  const filters = withoutUndefined({ error: group.error, status });
  const mostly = mostlyIn(group.samples.map((sample) => sample.url));
  return (
    <section className="card flex min-w-0 flex-col gap-3 p-4">
      <div>
        <h2 className="flex items-baseline gap-2 text-section">
          <span aria-hidden="true" className="text-failed">
            ✕
          </span>
          {causeOf(group.error, group.status)}
        </h2>
        <p className="text-label text-muted">
          {counted(group.pages, 'page')}
          {mostly && (
            <>
              {' · mostly '}
              <bdi className="font-mono">{mostly}</bdi>
            </>
          )}
          {' · '}
          <code className="font-mono">{status ?? group.error}</code>
        </p>
      </div>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {group.samples.slice(0, shown).map((sample) => (
          <li key={sample.id}>
            <Link
              to="/crawls/$id/pages/$pageId"
              params={{ id, pageId: sample.id }}
              search={{ state: 'FAILED', ...filters }}
              className="door -mx-2 flex flex-col rounded-control px-2 py-1.5"
            >
              <AddressCell address={sample.url} site={siteOf(progress.submitted_url)} />
              {sample.message && !status && (
                <ForeignText text={sample.message} className="text-label text-muted" />
              )}
            </Link>
            <LinkedFrom sample={sample} />
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-wrap gap-2">
        <Link
          to="/crawls/$id/pages"
          params={{ id }}
          search={{ state: 'FAILED', ...filters }}
          className={buttonLook()}
        >
          Show {counted(group.pages, 'page')}
        </Link>
        {progress.status !== 'cancelled' && (
          <Button
            icon={<RotateCcw size={16} aria-hidden="true" />}
            isBusy={retry.isPending}
            onClick={() => retry.mutate(filters)}
          >
            Try {group.pages === 1 ? 'it' : 'these'} again
          </Button>
        )}
      </div>
    </section>
  );
}
