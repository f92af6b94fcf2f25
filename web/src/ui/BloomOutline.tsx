const PETALS = 8;

/** The faint outline of a bloom that is not there yet. */
export function BloomOutline() {
  return (
    <svg viewBox="-80 -80 160 160" width="160" height="160" aria-hidden="true" className="text-control">
      {Array.from({ length: PETALS }, (_, at) => (
        <g
          key={at}
          transform={`rotate(${(at * 360) / PETALS})`}
          fill="none"
          stroke="currentColor"
          strokeOpacity="0.55"
        >
          <path d="M0 0 C 14 -24 14 -46 0 -62 C -14 -46 -14 -24 0 0" strokeDasharray="3 4" />
          <circle cy="-62" r="4" />
          <circle cx="13" cy="-42" r="2.5" />
        </g>
      ))}
      <circle r="7" fill="none" stroke="currentColor" />
    </svg>
  );
}
