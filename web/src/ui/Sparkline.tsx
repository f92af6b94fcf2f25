interface SparklineProps {
  values: readonly number[];
  /** Its content in words, for screen readers. */
  label: string;
  width?: number;
  height?: number;
  className?: string;
}

/** A line without axes, as long as a word. */
export function Sparkline({ values, label, width = 72, height = 18, className }: SparklineProps) {
  if (values.length < 2) return <span className={className} />;
  const most = Math.max(...values, 1e-9);
  const step = width / (values.length - 1);
  const points = values.map(
    (value, at) => `${(at * step).toFixed(1)},${(height - 1 - (value / most) * (height - 2)).toFixed(1)}`,
  );
  return (
    <svg role="img" aria-label={label} width={width} height={height} className={className}>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}
