import { TimingStrip } from '~/parts/page/TimingStrip';
import { CodeMark } from '~/ui/Status';
import { WebLink } from '~/ui/WebLink';
import type { ScrapedPage } from './scrape-history';

/** Where the time went, and the redirects before it. */
export function TimingPanel({ page: { timings, redirects, finalUrl } }: { page: ScrapedPage }) {
  return (
    <div className="flex flex-col gap-5">
      <TimingStrip
        page={{
          dns_ms: timings.dnsMs,
          connect_ms: timings.connectMs,
          tls_ms: timings.tlsMs,
          first_byte_ms: timings.firstByteMs,
          total_ms: timings.totalMs,
        }}
      />
      {redirects.length > 0 && (
        <section aria-label="Redirects" className="flex flex-col gap-1">
          <h3 className="text-label font-medium text-muted">Redirects before it</h3>
          <ol className="flex flex-col gap-1">
            {redirects.map((hop, rung) => (
              <li key={rung} className="flex items-baseline gap-2">
                <CodeMark code={hop.statusCode} />
                <WebLink address={hop.url} />
              </li>
            ))}
            <li className="flex items-baseline gap-2">
              <span className="text-muted">then</span>
              <WebLink address={finalUrl} />
            </li>
          </ol>
        </section>
      )}
    </div>
  );
}
