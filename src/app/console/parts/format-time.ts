const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = zone + JSON.stringify(options);
  const known = formatters.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  formatters.set(key, known);
  return known;
}

const DAY: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short' };
const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** `Mon 2 Mar 09:00`; with the year where it is not that of `now`. */
export function formatTime(at: number, zone: string, now: number | null): string {
  const year = (moment: number) => formatterOf(zone, { year: 'numeric' }).format(moment);
  const isThisYear = now === null || year(at) === year(now);
  const day = formatterOf(zone, isThisYear ? DAY : { ...DAY, year: 'numeric' })
    .format(at)
    .replaceAll(',', '');
  return `${day} ${formatterOf(zone, CLOCK).format(at)}`;
}

const UNITS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `in 3 days`, `2 hours ago`: in the largest unit that it fills, rounded down. */
export function formatDistance(at: number, now: number): string {
  const distance = at - now;
  const found = UNITS.find(({ ms }) => Math.abs(distance) >= ms);
  return found === undefined ? 'now' : relative.format(Math.trunc(distance / found.ms), found.unit);
}

/** Whether the runtime knows the zone; the server may know more. */
export function isZone(zone: string): boolean {
  try {
    formatterOf(zone, CLOCK);
    return true;
  } catch {
    return false;
  }
}
