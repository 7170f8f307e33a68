export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const WEEK = 7 * DAY;

const ISO =
  /^P(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of an ISO 8601 duration of weeks, days, hours, minutes, seconds (`P2DT3H`); null when it is none. */
export function parseIsoDuration(text: string): number | null {
  const parts = ISO.exec(text);
  if (!parts || parts.slice(1).every((part) => part === undefined)) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return Math.round(weeks * WEEK + days * DAY + hours * HOUR + minutes * MINUTE + seconds * SECOND);
}

/** A duration for people: the two largest units, `2 days 3 hours`. */
export function formatDuration(ms: number): string {
  const units: [string, number][] = [
    ['day', DAY],
    ['hour', HOUR],
    ['minute', MINUTE],
    ['second', SECOND],
  ];
  const parts: string[] = [];
  let rest = Math.round(Math.abs(ms) / SECOND) * SECOND;
  for (const [name, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
    if (parts.length === 2) break;
  }
  return parts.length > 0 ? parts.join(' ') : '0 seconds';
}
