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

/** Virtual milliseconds from attempt `attempt` (counted from 1) to the next; null when it was the last. */
export function delayAfter(attempt: number): number | null {
  const seconds = RETRY_POLICY.backoff_seconds[attempt - 1];
  return seconds === undefined ? null : seconds * SECOND;
}
