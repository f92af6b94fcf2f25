/** Why pages failed or were skipped, in plain words. */

const ERRORS: Record<string, string> = {
  DnsFailed: 'Unknown host name',
  RobotsUnreachable: 'robots.txt could not be read',
  ConnectFailed: 'No connection',
  ConnectRefused: 'Connection refused',
  ConnectTimedOut: 'No connection in time',
  TlsFailed: 'The certificate is not valid',
  TlsHandshakeFailed: 'The encrypted connection broke',
  TimedOut: 'No answer in time',
  ConnectionLost: 'The connection was lost',
  BadResponse: 'The answer could not be read',
  TooLarge: 'Headers too large',
  TooManyRedirects: 'Too many redirects',
  FetcherFailed: 'Internal error of Leadline',
};

const STATUSES: Record<number, string> = {
  400: 'Bad request',
  401: 'Not logged in',
  402: 'Payment required',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  408: 'Request timed out',
  410: 'Gone',
  418: 'A teapot',
  429: 'Too many requests',
  451: 'Forbidden by law',
  500: 'Server error',
  501: 'Not implemented',
  502: 'Bad gateway',
  503: 'Not available now',
  504: 'Gateway timed out',
};

const RULES: Record<string, string> = {
  domain: 'another domain',
  host: 'another host',
  subpath: 'outside the folder',
  include: 'not in the include patterns',
  exclude: 'exclude patterns',
  nofollow: 'nofollow links only',
  disallow: 'robots.txt',
  unreachable: 'robots.txt could not be read',
  rests: 'a host of another site that does not answer',
  max_pages: 'the page limit',
  max_time: 'the time limit',
  max_per_shape: 'too many of one shape',
  max_key_sets: 'too many combinations of query keys',
  max_going_round: 'links that go in circles',
  max_hosts_per_domain: 'too many hosts',
  max_length: 'a very long address',
  max_segments: 'a very deep path',
  max_run_repeats: 'a path that repeats',
  max_query_keys: 'too many query keys',
  scheme: 'neither http nor https',
  'not a url': 'not an address',
  'invalid address': 'not an address',
  'host name': 'a host name too long for DNS',
  'bad port': 'a port that is not for the web',
  'own address': 'an address of the server itself',
};

/** "Not found", "No answer in time". */
export function causeOf(error: string, status: number | null): string {
  if (status === null) return ERRORS[error] ?? error;
  return STATUSES[status] ?? (status >= 500 ? 'Server error' : 'Client error');
}

/** "too many of one shape" for max_per_shape. */
export function ruleWords(rule: string): string {
  return RULES[rule] ?? rule;
}

const SHARE = 0.5;

/** The folder that more than half of some addresses are in: "/search"; undefined when there is none. */
export function mostlyIn(addresses: readonly string[]): string | undefined {
  if (addresses.length < 3) return undefined;
  const counts = new Map<string, number>();
  for (const address of addresses) {
    for (const folder of foldersOf(address)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const common = [...counts]
    .filter(([, count]) => count > addresses.length * SHARE)
    .map(([folder]) => folder);
  return common.sort((a, b) => b.length - a.length)[0];
}

/** "/a/b/c" is in /a and in /a/b. */
function foldersOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const names = new URL(address).pathname.split('/').slice(1, -1);
  return names.map((_, at) => `/${names.slice(0, at + 1).join('/')}`);
}
