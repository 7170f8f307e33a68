import { backoff, spread } from '../../shared/kit/backoff.ts';
import { isRecord } from '../../shared/kit/is-record.ts';
import { retryAfter } from '../../shared/kit/retry-after.ts';

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;
/** A `Retry-After` above this is for whoever asked: they see the answer. */
const LONGEST_ASKED = 30_000;
/** The engine was too busy, or something before it had no engine to ask. */
const PASSING = [429, 502, 503];

/** Milliseconds until a request may be made again that failed so many times, counted from 1. */
export const pauseAfter = (failures: number): number => spread(backoff(failures, FIRST_PAUSE, LONGEST_PAUSE));

/**
 * Says what an answer leaves to hope for: `later`, the same request may do better after `pause` milliseconds; `running`, the
 * request that had the same idempotency key first is at work, and its answer will be this one's; null, it is final.
 */
export async function whenAgain(
  answer: Response,
  failures: number,
): Promise<{ readonly kind: 'later' | 'running'; readonly pause: number } | null> {
  const asked = retryAfter(answer.headers.get('retry-after'), Date.now());
  const pause = asked ?? pauseAfter(failures);
  if (pause > LONGEST_ASKED) return null;
  if (PASSING.includes(answer.status)) return { kind: 'later', pause };
  if (answer.status !== 409) return null;
  const problem: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return isRecord(problem) && problem.code === 'in_progress' ? { kind: 'running', pause } : null;
}
