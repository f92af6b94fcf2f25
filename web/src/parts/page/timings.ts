/** Where the time of an answer went. */

export interface Timed {
  dns_ms: number | null;
  connect_ms: number | null;
  tls_ms: number | null;
  first_byte_ms: number | null;
  total_ms: number | null;
}

export interface Phase {
  name: 'DNS' | 'connect' | 'TLS' | 'wait' | 'download';
  ms: number;
}

/** Less is nothing that a person would see. */
const LEAST_MS = 0.05;

/** Return the phases that took time, in order; none without an answer. */
export function phasesOf(page: Timed): Phase[] {
  if (page.total_ms === null) return [];
  const before: Phase[] = [
    { name: 'DNS', ms: page.dns_ms ?? 0 },
    { name: 'connect', ms: page.connect_ms ?? 0 },
    { name: 'TLS', ms: page.tls_ms ?? 0 },
    { name: 'wait', ms: page.first_byte_ms ?? 0 },
  ];
  const spent = before.reduce((sum, phase) => sum + phase.ms, 0);
  const all: Phase[] = [...before, { name: 'download', ms: Math.max(0, page.total_ms - spent) }];
  return all.filter((phase) => phase.ms >= LEAST_MS);
}
