import { Fragment, type ReactNode } from 'react';
import { isOver, type Progress } from '~/api/queries';
import { Ago, Since } from '~/ui/Ago';
import { StatusMark } from '~/ui/Status';
import { middleCut, pathOf, shortOf } from '~/words/addresses';
import { counted, duration } from '~/words/figures';
import { limitWords, reasonWords } from '~/words/limits';

/** A crawl in a line: how it is and why, from where, how deep, since when. */
export function Sentence({ progress }: { progress: Progress }) {
  const { status, submitted_url, started_at, finished_at } = progress;
  const parts: [string, ReactNode][] = [['status', <StatusMark key="status" status={status} />]];
  const reason = reasonWords(progress);
  if (reason) parts.push(['reason', <bdi key="reason">{reason}</bdi>]);
  if (pathOf(submitted_url) !== '/') {
    parts.push([
      'address',
      <bdi key="address" className="font-mono text-label">
        {middleCut(shortOf(submitted_url), 72)}
      </bdi>,
    ]);
  }
  parts.push(['depth', `${counted(progress.max_depth, 'click')} deep`]);
  const limit = limitWords(progress);
  if (limit)
    parts.push([
      'limit',
      <span key="limit" className="text-warning">
        ! {limit}
      </span>,
    ]);
  if (started_at && !isOver(status)) parts.push(['since', <Since key="since" at={started_at} />]);
  if (finished_at) {
    parts.push(
      ['took', `took ${duration(progress.duration_s)}`],
      ['ended', <Ago key="ended" at={finished_at} />],
    );
  }
  return (
    <p className="text-body text-muted">
      {parts.map(([name, part], at) => (
        <Fragment key={name}>
          {at > 0 && ' · '}
          {part}
        </Fragment>
      ))}
    </p>
  );
}
