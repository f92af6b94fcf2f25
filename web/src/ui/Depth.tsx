import clsx from 'clsx';

/** The colours of depths 0 to 8 and beyond, for canvases. */
export const DEPTH_COLOURS = [
  '#fde68a',
  '#f9b45c',
  '#f0826c',
  '#d15a8e',
  '#a252b8',
  '#7360d4',
  '#4f7fe0',
  '#3f9fd8',
  '#4bb8bd',
] as const;

const DEEPEST = DEPTH_COLOURS.length - 1;

const GROUNDS = [
  'bg-depth-0',
  'bg-depth-1',
  'bg-depth-2',
  'bg-depth-3',
  'bg-depth-4',
  'bg-depth-5',
  'bg-depth-6',
  'bg-depth-7',
  'bg-depth-8',
] as const;

/** The class of a depth's ground: "bg-depth-3". */
export function depthGround(depth: number): string {
  return GROUNDS[Math.min(Math.max(depth, 0), DEEPEST)] ?? 'bg-depth-8';
}

/** A depth: its colour, and always its digit. */
export function DepthChip({ depth, className }: { depth: number; className?: string }) {
  const isDark = depth === 4 || depth === 5;
  return (
    <span
      title={`Depth ${depth}`}
      className={clsx(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-chip px-1.5 text-caption font-semibold',
        depthGround(depth),
        isDark ? 'text-white' : 'text-black',
        className,
      )}
    >
      <span className="sr-only">Depth </span>
      {depth}
    </span>
  );
}
