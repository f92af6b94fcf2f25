import { DEPTH_COLOURS } from '~/ui/Depth';

const GOLDEN = Math.PI * (3 - Math.sqrt(5));
const MOST = 40;

/** How many dots stand for so many pages: a few for few, never too many. */
function dotsFor(pages: number): number {
  return Math.min(MOST, Math.round(4 * Math.log2(pages + 2)));
}

/** A number of 0 to 1 from an id, always the same. */
function turnOf(id: string): number {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return sum / 9973;
}

/** A small bloom: it grows with the crawl, and each is turned its own way. */
export function Thumbnail({ id, pages }: { id: string; pages: number }) {
  const dots = dotsFor(pages);
  const turn = turnOf(id) * 2 * Math.PI;
  return (
    <svg
      viewBox="-20 -20 40 40"
      width="40"
      height="40"
      aria-hidden="true"
      className="shrink-0 rounded-control"
    >
      <rect x="-20" y="-20" width="40" height="40" className="fill-ground" />
      {Array.from({ length: dots }, (_, at) => {
        const radius = 2.7 * Math.sqrt(at);
        const angle = at * GOLDEN + turn;
        const depth = Math.min(DEPTH_COLOURS.length - 1, Math.floor(Math.sqrt(at) * 1.15));
        return (
          <circle
            key={depth + angle}
            cx={(radius * Math.cos(angle)).toFixed(2)}
            cy={(radius * Math.sin(angle)).toFixed(2)}
            r={at === 0 ? 2.4 : 1.6}
            fill={DEPTH_COLOURS[depth]}
          />
        );
      })}
    </svg>
  );
}
