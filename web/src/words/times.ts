/** Lengths of time as people type them and read them. */

const UNITS_S: Record<string, number> = { s: 1, m: 60, min: 60, h: 3_600, d: 86_400 };
const SHORT = ['d', 'h', 'm', 's'] as const;
const LONG: Record<(typeof SHORT)[number], string> = { d: 'd', h: 'h', m: 'min', s: 's' };
const PART = /(\d+(?:\.\d+)?)\s*(min|[smhd])/g;

/** Return the seconds of "10m", "1h30m" or "90 s"; undefined where nothing is typed, NaN for another text. */
export function secondsIn(text: string): number | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === '') return undefined;
  if (typed.replace(PART, '').trim() !== '') return Number.NaN;
  return [...typed.matchAll(PART)].reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (UNITS_S[unit] ?? Number.NaN),
    0,
  );
}

/** 5400 → "1h30m", which `secondsIn` and the command line read back. */
export function timeTyped(seconds: number): string {
  return partsOf(seconds)
    .map(([value, unit]) => `${value}${unit}`)
    .join('');
}

/** 5400 → "1 h 30 min". */
export function timeWords(seconds: number): string {
  return partsOf(seconds)
    .map(([value, unit]) => `${value} ${LONG[unit]}`)
    .join(' ');
}

function partsOf(seconds: number): [number, (typeof SHORT)[number]][] {
  let rest = seconds;
  const parts = SHORT.map((unit): [number, (typeof SHORT)[number]] => {
    const size = UNITS_S[unit] ?? 1;
    const value = unit === 's' ? Math.round(rest * 1_000) / 1_000 : Math.floor(rest / size);
    rest -= value * size;
    return [value, unit];
  }).filter(([value]) => value > 0);
  return parts.length ? parts : [[0, 's']];
}
