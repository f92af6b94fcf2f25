/** Addresses as people read them. Crawled addresses are hostile: these functions return only text. */

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
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `${schemeFor(typed)}://${typed}`;
  try {
    const url = new URL(written);
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
    const isHost = url.hostname.includes('.') || url.hostname === 'localhost' || url.hostname.startsWith('[');
    return isWeb && isHost ? url.href : null;
  } catch {
    return null;
  }
}

/** Return http for localhost, IP addresses and ports other than 443: few of these hosts speak https. */
function schemeFor(typed: string): 'http' | 'https' {
  const host = /^[^/?#]*/.exec(typed)?.[0] ?? '';
  const port = /:(\d+)$/.exec(host)?.[1];
  if (port) return port === '443' ? 'https' : 'http';
  return /^(localhost|[\d.]+|\[.*\])$/i.test(host) ? 'http' : 'https';
}
