import { SECOND } from '../kit/duration.ts';
import { unreachable } from '../kit/result.ts';
import type { PostOutcome } from './post-outcome.ts';

/** spec: Delivery (custom mode), 3. Virtual time between one attempt and the next. */
export const RETRY_POLICY = Object.freeze({
  timeout_seconds: 10,
  max_attempts: 8,
  backoff_seconds: Object.freeze([60, 300, 1800, 7200, 21_600, 43_200, 86_400]),
  retry_on: Object.freeze(['timeout', 'connection_error', '5xx', '408', '425', '429']),
});

/** The receiver is there no more, and wants nothing more: both halves switch its webhook off. */
export const GONE = 410;

const RETRIED_STATUSES = new Set([408, 425, 429]);

export type Verdict = 'succeeded' | 'retry' | 'failed';

export function judge(outcome: PostOutcome): Verdict {
  switch (outcome.kind) {
    case 'response':
      if (outcome.status >= 200 && outcome.status < 300) return 'succeeded';
      return outcome.status >= 500 || RETRIED_STATUSES.has(outcome.status) ? 'retry' : 'failed';
    case 'timeout':
    case 'connection_error':
      return 'retry';
    // A name that now points inside is no accident of the network: asking again would only probe further.
    case 'refused_address':
      return 'failed';
    default:
      return unreachable(outcome);
  }
}

/** A receiver that is overloaded or away says when it is to be asked again. */
const SAYS_WHEN = new Set([429, 503]);

/**
 * Virtual milliseconds from attempt `attempt` (counted from 1), which ended so, to the next; null when it was the last. The receiver is never
 * asked again sooner than it wants, nor than the schedule says.
 */
export function delayAfter(attempt: number, outcome: PostOutcome): number | null {
  const seconds = RETRY_POLICY.backoff_seconds[attempt - 1];
  if (seconds === undefined) return null;
  const asked = outcome.kind === 'response' && SAYS_WHEN.has(outcome.status) ? outcome.retry_after_ms : null;
  return Math.max(seconds * SECOND, asked ?? 0);
}
