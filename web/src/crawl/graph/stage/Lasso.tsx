import { type PointerEvent, useState } from 'react';
import type { Spot } from './places';

/** Draw a line around dots; it closes itself where it is left. In pixels of the picture. */
export function Lasso({ onDrawn }: { onDrawn: (line: Spot[]) => void }) {
  const [line, setLine] = useState<Spot[]>([]);

  function go(event: PointerEvent<SVGSVGElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    const spot = { x: event.clientX - box.left, y: event.clientY - box.top };
    if (event.type === 'pointerdown') {
      event.currentTarget.setPointerCapture(event.pointerId);
      setLine([spot]);
    } else if (line.length > 0) {
      setLine((before) => [...before, spot]);
    }
  }

  return (
    <svg
      role="presentation"
      className="absolute inset-0 z-10 size-full cursor-crosshair touch-none"
      onPointerDown={go}
      onPointerMove={go}
      onPointerUp={() => {
        setLine([]);
        onDrawn(line);
      }}
      onPointerCancel={() => setLine([])}
    >
      <polygon
        points={line.map(({ x, y }) => `${x},${y}`).join(' ')}
        className="fill-accent/10 stroke-accent"
        strokeWidth="1.5"
        strokeDasharray="4 4"
      />
    </svg>
  );
}
