import { DAY, SECOND } from './duration.ts';
import { readMoment } from './read-moment.ts';

/** Nobody is believed who asks for more: what they have said would hold for years, and nobody would look again. */
const LONGEST = DAY;
/** From here on it is no number of seconds that anybody means, but the moment itself, in seconds or smaller parts since 1970. */
const FIRST_MOMENT = 1_000_000_000;
/** RFC 9110, 5.6.7, of the forms with a zone, and ISO 8601, which some write. Whatever else `Date.parse` makes of a text, it is a guess. */
const DATE = /^(?:[A-Z][a-z]{2,8}, .{10,30} GMT|\d{4}-\d\d-\d\dT.{4,30})$/;

/**
 * Milliseconds that a `Retry-After` asks for (RFC 9110, 10.2.3: seconds, or an HTTP date), more than none and a day at most. Null where it says
 * nothing that can be read, or no time to wait: `0`, `-5` and a moment that is over are no reason to ask again at once.
 */
export function retryAfter(header: string | null | undefined, wall_now: number): number | null {
  const value = header?.trim() ?? '';
  const wait = /^\d{1,400}(?:\.\d{1,400})?$/.test(value) ? waitOf(Number(value), wall_now) : waitUntil(value, wall_now);
  return wait > 0 ? Math.min(LONGEST, Math.ceil(wait)) : null;
}

const waitOf = (number: number, wall_now: number): number =>
  number < FIRST_MOMENT ? number * SECOND : (readMoment(number) ?? 0) - wall_now;

const waitUntil = (text: string, wall_now: number): number => (DATE.test(text) ? Date.parse(text) - wall_now : 0);
