/** Bytes of a page to text, in the encoding that it says it has. */

const META = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i;
const HEADER = /charset\s*=\s*["']?\s*([\w:.-]+)/i;
const LOOKED_AT = 2_048;

export function decoded(bytes: ArrayBuffer, contentType: string | null): string {
  return (decoder(HEADER.exec(contentType ?? '')?.[1] ?? inMeta(bytes)) ?? new TextDecoder()).decode(bytes);
}

function inMeta(bytes: ArrayBuffer): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.slice(0, LOOKED_AT));
  return META.exec(start)?.[1];
}

/** None for names that no browser knows. */
function decoder(label: string | undefined): TextDecoder | undefined {
  try {
    return label ? new TextDecoder(label) : undefined;
  } catch {
    return undefined;
  }
}
