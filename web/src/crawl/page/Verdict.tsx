import { DepthChip } from '~/ui/Depth';
import { CodeMark, StateMark } from '~/ui/Status';
import { figureOf } from '~/words/pages';
import { sentence } from '~/words/sentences';
import { RuleRemedy } from '../Remedy';
import type { PageDetails } from './queries';

/** Its state, and why that is so. */
export function Verdict({ page }: { page: PageDetails }) {
  return (
    <div className="flex flex-col gap-1.5 rounded-card bg-raised px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StateMark page={page} />
        {page.status !== null && <CodeMark code={page.status} />}
        <DepthChip depth={page.depth} />
        {page.attempts > 1 && <span className="text-label text-muted">{page.attempts} attempts</span>}
      </div>
      <p className="max-h-40 overflow-y-auto text-label">
        <bdi>{sentence(page.explanation)}</bdi>
      </p>
      <RuleRemedy
        rule={figureOf(page).name === 'too_deep' ? 'max_depth' : page.rule}
        liftedBy={page.lifted_by}
      />
    </div>
  );
}
