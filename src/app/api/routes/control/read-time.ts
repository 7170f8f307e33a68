import { DURATION_FIX, parseDuration } from '../../../../language/sequence/check/duration.ts';
import { DAY } from '../../../../shared/kit/duration.ts';
import { Problem } from '../../problem.ts';

const FURTHEST = 730 * DAY;

/** Epoch ms; what has passed, or lies more than two years ahead, is refused. */
export function readTime(
  given: { readonly at?: string | undefined; readonly in?: string | undefined },
  now: number,
): number {
  if ((given.at === undefined) === (given.in === undefined)) {
    throw new Problem(422, 'invalid_body', 'Say when: {"at": "2026-03-02T09:00:00+01:00"} or {"in": "2 days"}.');
  }
  const until = given.at === undefined ? now + lengthOf(given.in ?? '') : Date.parse(given.at);
  if (until <= now) {
    const text = `${new Date(until).toISOString()} has passed: it is ${new Date(now).toISOString()}.`;
    throw new Problem(422, 'past_time', text, { now: new Date(now).toISOString() });
  }
  if (until > now + FURTHEST) throw new Problem(422, 'too_far', 'At most two years ahead.');
  return until;
}

function lengthOf(text: string): number {
  const duration = parseDuration(text);
  if (duration?.unit === 'ms') return duration.count;
  throw new Problem(422, 'invalid_body', `in: ${DURATION_FIX.replace(', 1 week or 3 business days', ' or 1 week')}`);
}
