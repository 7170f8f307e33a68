import type { PostOutcome } from '../../shared/webhook-delivery/post-outcome.ts';
import { GONE, type Verdict } from '../../shared/webhook-delivery/retry-policy.ts';

/**
 * Every answer but a 2xx is tried again along the whole schedule, as Standard Webhooks asks: a receiver that is being deployed or set up
 * answers 404 or 401 for a while. An address that is refused would be refused again, and whoever answers 410 wants nothing more.
 */
export function judgeOwn(outcome: PostOutcome): Verdict {
  if (outcome.kind === 'refused_address') return 'failed';
  if (outcome.kind !== 'response') return 'retry';
  if (outcome.status >= 200 && outcome.status < 300) return 'succeeded';
  return outcome.status === GONE ? 'failed' : 'retry';
}
