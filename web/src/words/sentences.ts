/** Return words of the server as a sentence: with a capital and a full stop. Names keep their spelling. */
export function sentence(text: string): string {
  const first = isName(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}

/** Whether a text begins with a file name, a host name, or the host of an address that it contains. */
function isName(text: string): boolean {
  const first = /^\S+/.exec(text)?.[0] ?? '';
  return /[\d_/]|[.:]\w/.test(first) || text.includes(`//${first}`);
}
