import { count, counted } from '~/words/figures';
import type { Survey } from '../data/survey';
import { AMOUNTS } from '../search';
import type { Choices } from '../useChoices';

interface ShownCountProps {
  survey: Survey;
  choices: Choices;
  /** Links that could be drawn, and template links that are hidden. */
  links: number;
  templateLinks: number;
  areDrawn: boolean;
}

/** How much of it is seen, always; and a way to see more. */
export function ShownCount({ survey, choices, links, templateLinks, areDrawn }: ShownCountProps) {
  const { change, max, templates } = choices;
  const { dots, total } = survey;
  const things = survey.view === 'hosts' ? 'host' : 'page';
  const more = AMOUNTS.find((amount) => amount > max);
  const isThinned = dots.length < total.nodes && dots.length >= max;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-label text-ink">
      <span>
        Showing <b className="font-semibold">{count(dots.length)}</b> of {counted(total.nodes, things)}
      </span>
      {isThinned && more && <Act words={`show ${count(more)}`} onAct={() => change({ max: more })} />}
      {templateLinks > 0 && (
        <>
          <span>· {counted(templateLinks, 'template link')} hidden</span>
          <Act words="show" onAct={() => change({ templates: 'shown' })} />
        </>
      )}
      {templates === 'shown' && survey.view === 'links' && (
        <>
          <span>· template links shown</span>
          <Act words="hide" onAct={() => change({ templates: undefined })} />
        </>
      )}
      {!areDrawn && (
        <>
          <span>· {counted(links, 'link')} not drawn</span>
          <Act words="draw" onAct={() => change({ lines: 'on' })} />
        </>
      )}
    </p>
  );
}

function Act({ words, onAct }: { words: string; onAct: () => void }) {
  return (
    <button type="button" className="link h-6 px-0.5" onClick={onAct}>
      {words}
    </button>
  );
}
