/** Addresses as people read them. Crawled addresses are hostile: these functions return only text. */

const EXAMPLE = 'https://example.org/';
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** The host, with the port when there is one: what a crawl is called. */
export function siteOf(address: string): string {
  try {
    return new URL(address).host || address;
  } catch {
    return address;
  }
}

/** Return the part after the host: "/a/b?c". */
export function pathOf(address: string): string {
  try {
    const { pathname, search } = new URL(address);
    return pathname + search;
  } catch {
    return address;
  }
}

/** "example.org/docs/" without scheme, and without a lone slash. */
export function shortOf(address: string): string {
  return address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
}

/** Shorten a text to `length` characters, in the middle. */
export function middleCut(text: string, length: number): string {
  if (text.length <= length) return text;
  const tail = Math.floor((length - 1) / 2);
  return `${text.slice(0, length - 1 - tail)}…${text.slice(text.length - tail)}`;
}

/** Whether it can be opened: http or https, and nothing that would run. */
export function isWeb(address: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}

/** Return the address that the user typed or pasted, or null: "example.org" is one, "two words" is not. */
export function addressIn(text: string): string | null {
  const typed = text.trim();
  if (!typed || /\s/.test(typed)) return null;
  const hasScheme = SCHEME.test(typed);
  const written = hasScheme ? typed : `${schemeFor(typed)}://${typed}`;
  try {
    const url = new URL(written);
    const isHost = url.hostname.includes('.') || url.hostname === 'localhost' || url.hostname.startsWith('[');
    return isWeb(written) && (hasScheme || isHost) ? url.href : null;
  } catch {
    return null;
  }
}

/** Return why a text is no address, and what to type instead; undefined if it is one. */
export function addressError(text: string): string | undefined {
  const typed = text.trim();
  if (addressIn(typed)) return undefined;
  if (!typed) return `Enter an address, such as ${EXAMPLE}`;
  if (/\s/.test(typed)) return `This is not a web address: it has spaces. Try ${EXAMPLE}`;
  const scheme = SCHEME.exec(typed)?.[0];
  if (scheme && !isWeb(`${scheme}a`)) {
    return `${scheme} cannot be crawled: write http:// or https:// instead.`;
  }
  return `This is not a web address. Try example.org or ${EXAMPLE}`;
}

/** Return http for localhost, IP addresses and ports other than 443: few of these hosts speak https. */
function schemeFor(typed: string): 'http' | 'https' {
  const host = /^[^/?#]*/.exec(typed)?.[0] ?? '';
  const port = /:(\d+)$/.exec(host)?.[1];
  if (port) return port === '443' ? 'https' : 'http';
  return /^(localhost|[\d.]+|\[.*\])$/i.test(host) ? 'http' : 'https';
}
