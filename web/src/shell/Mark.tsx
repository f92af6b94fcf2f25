const PETALS = ['#f9b45c', '#f0826c', '#d15a8e', '#a252b8', '#7360d4', '#4f7fe0'] as const;

/** The bloom that is our sign. */
export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#0b100f" />
      {PETALS.map((colour, at) => {
        const angle = (at * Math.PI) / 3 - Math.PI / 2;
        const [x, y] = [16 + 11 * Math.cos(angle), 16 + 11 * Math.sin(angle)];
        return (
          <g key={colour}>
            <path
              d={`M16 16 ${x.toFixed(1)} ${y.toFixed(1)}`}
              stroke="#4bb8bd"
              strokeOpacity="0.55"
              strokeWidth="1.4"
            />
            <circle cx={x.toFixed(1)} cy={y.toFixed(1)} r="2.6" fill={colour} />
          </g>
        );
      })}
      <circle cx="16" cy="16" r="4" fill="#fde68a" />
    </svg>
  );
}
