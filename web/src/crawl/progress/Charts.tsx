import { usePaces } from '~/api/paces';
import { count, decimal } from '~/words/figures';
import { useCrawl } from '../LiveContext';
import { ChartCard, LegendItem } from './ChartCard';
import { mostOf, type Series } from './series';

interface ChartsProps {
  series: Series;
  /** The highest rate that the chart had. */
  highest: number;
  /** The rate of a crawl that is over. */
  mean: number | undefined;
}

/** Pages per second, and the queue beside the fetched pages. */
export function Charts({ series, highest, mean }: ChartsProps) {
  const { id } = useCrawl();
  const paceOf = usePaces();
  const { times, rates, queued, done, failed } = series;
  const now = {
    rate: paceOf(id),
    queued: queued.at(-1) ?? 0,
    done: done.at(-1) ?? 0,
    failed: failed.at(-1) ?? 0,
  };
  const most = mostOf([highest], mean);
  return (
    <>
      <ChartCard
        title="Pages per second"
        label={`Pages per second: ${decimal(mean ?? now.rate)}, at most ${decimal(most)}`}
        times={times}
        lines={[{ label: 'pages/s', token: 'running', values: rates, isFilled: true, isStepped: true }]}
        legend={(place) =>
          place !== null ? (
            <LegendItem swatch="bg-running" name="pages/s" figure={decimal(rates[place] ?? 0)} />
          ) : (
            <>
              {mean === undefined ? (
                <LegendItem swatch="bg-running" name="now" figure={decimal(now.rate)} />
              ) : (
                <LegendItem swatch="bg-running" name="on average" figure={decimal(mean)} />
              )}
              <span>
                most <span className="font-medium text-ink">{decimal(most)}</span>
              </span>
            </>
          )
        }
      />
      <ChartCard
        title="Queued and fetched"
        label={`Queued ${count(now.queued)}, fetched ${count(now.done)}, failed ${count(now.failed)}`}
        times={times}
        lines={[
          { label: 'queued', token: 'control', values: queued },
          { label: 'fetched', token: 'done', values: done, isFilled: true },
          { label: 'failed', token: 'failed', values: failed },
        ]}
        legend={(place) => {
          const at = place ?? times.length - 1;
          return (
            <>
              <LegendItem swatch="bg-control" name="queued" figure={count(queued[at] ?? 0)} />
              <LegendItem swatch="bg-done" name="fetched" figure={count(done[at] ?? 0)} />
              <LegendItem swatch="bg-failed" name="failed" figure={count(failed[at] ?? 0)} />
            </>
          );
        }}
      />
    </>
  );
}
