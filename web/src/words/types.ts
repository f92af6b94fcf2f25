/** Content types as people call them. */

const NAMES: Record<string, string> = {
  'text/html': 'HTML',
  'application/xhtml+xml': 'XHTML',
  'text/plain': 'Text',
  'text/css': 'CSS',
  'text/javascript': 'JavaScript',
  'application/javascript': 'JavaScript',
  'application/json': 'JSON',
  'application/xml': 'XML',
  'text/xml': 'XML',
  'application/pdf': 'PDF',
  'image/svg+xml': 'SVG',
  'image/jpeg': 'JPEG',
  'application/octet-stream': 'Binary',
};
const LONGEST = 24;

/** "text/html" → "HTML"; what is not known by name is called by its second half. */
export function typeName(contentType: string): string {
  const plain = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const known = NAMES[plain];
  if (known) return known;
  const half = (plain.split('/')[1] ?? plain).replace(/^(x-|vnd\.)/, '').replace(/\+.*$/, '');
  return half.length <= 4 ? half.toUpperCase() : half.slice(0, LONGEST);
}
