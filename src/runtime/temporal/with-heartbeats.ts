import { Context } from '@temporalio/activity';
import { SECOND } from '../../shared/kit/duration.ts';

/** A fifth of what `workflows/campaign.ts` waits for: a busy process may miss some of them. */
const EVERY = 2 * SECOND;

/** The activity, telling Temporal meanwhile that its process lives: one that was killed is noticed by its silence, long before the activity may end. */
export function withHeartbeats<In extends unknown[], Out>(
  activity: (...given: In) => Promise<Out>,
): (...given: In) => Promise<Out> {
  return async (...given) => {
    const context = Context.current();
    const timer = setInterval(() => context.heartbeat(), EVERY);
    try {
      return await activity(...given);
    } finally {
      clearInterval(timer);
    }
  };
}
