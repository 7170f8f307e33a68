const DAY = 86_400_000;
const FORMAT = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
});

/** `Mon 2 Mar 2026`; a day has no zone. Null: further away than anybody has looked. */
export const dayInWords = (day: string | null): string =>
  day === null ? 'later than in a year' : FORMAT.format(Date.parse(day)).replaceAll(',', '');

/** The place of a day between now and the last one, in percent. */
export function placeOf(day: string, now: number, last: string): number {
  const whole = Date.parse(last) - now;
  if (whole < DAY) return 100;
  return Math.min(100, Math.max(0, (100 * (Date.parse(day) - now)) / whole));
}
