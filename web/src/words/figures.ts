/** Figures as people read them. */

const whole = new Intl.NumberFormat('en');
const tenth = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false });
const clockWithSeconds = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', hour12: false });

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 4812 → "4,812". */
export function count(value: number): string {
  return whole.format(value);
}

/** "1 page", "4,812 pages". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** 18.04 → "18", 0.53 → "0.5". */
export function decimal(value: number): string {
  return value >= 10 ? whole.format(Math.round(value)) : tenth.format(value);
}

/** "18 p/s": pages in a second. */
export function rate(value: number): string {
  return `${decimal(value)} p/s`;
}

/** 0.634 → "63 %"; whole only at the very end. */
export function percent(share: number): string {
  return `${share >= 1 ? 100 : Math.min(99, Math.round(share * 100))} %`;
}

/** 1500 → "1.5 KB", in steps of 1,000. */
export function bytes(value: number): string {
  let rest = value;
  let unit = 0;
  while (rest >= 1000 && unit < UNITS.length - 1) {
    rest /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? rest : decimal(rest)} ${UNITS[unit]}`;
}

/** 252 → "4m 12s", 0.24 → "0.2s". */
export function duration(seconds: number): string {
  if (seconds > 0 && seconds < 0.95) return `${tenth.format(Math.max(0.1, seconds))}s`;
  const s = Math.max(0, Math.round(seconds));
  if (s < MINUTE) return `${s}s`;
  if (s < HOUR) return `${Math.floor(s / MINUTE)}m ${s % MINUTE}s`;
  if (s < DAY) return `${Math.floor(s / HOUR)}h ${Math.floor((s % HOUR) / MINUTE)}m`;
  return `${Math.floor(s / DAY)}d ${Math.floor((s % DAY) / HOUR)}h`;
}

/** 0.42 → "0.4 ms", 412 → "412 ms", 1240 → "1.2 s". */
export function milliseconds(value: number): string {
  return value < 999.5 ? `${decimal(value)} ms` : `${decimal(value / 1000)} s`;
}

/** "just now", "12 s ago", "2 h ago", and a date beyond a week. */
export function ago(at: Date, now: Date = new Date()): string {
  const s = Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000));
  if (s < 5) return 'just now';
  if (s < MINUTE) return `${s} s ago`;
  if (s < HOUR) return `${Math.floor(s / MINUTE)} min ago`;
  if (s < DAY) return `${Math.floor(s / HOUR)} h ago`;
  if (s < 7 * DAY) return `${Math.floor(s / DAY)} d ago`;
  return day.format(at);
}

/** "19:02". */
export function timeOfDay(at: Date): string {
  return clock.format(at);
}

/** "19:02:11". */
export function timeWithSeconds(at: Date): string {
  return clockWithSeconds.format(at);
}

/** "Nov 16, 2026, 19:02:11", for titles of elements. */
export function exactly(at: Date): string {
  return moment.format(at);
}
