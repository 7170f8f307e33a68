import { backoff } from '../../../../shared/kit/backoff.ts';
import { CodedError } from '../../../../shared/kit/coded-error.ts';
import { DAY, HOUR, MINUTE } from '../../../../shared/kit/duration.ts';
import type { Queryable } from '../../../../shared/postgres/database.ts';
import { noteCreditShortage } from '../../../store/accounts/credit-shortage.ts';
import type { FollowRow, LookWait } from '../../../store/follows/follow.ts';
import { SourceRefused, SourceWaits } from '../v2-reader.ts';

type Wait = Pick<FollowRow, 'next_look_at' | 'wall_try_at' | 'failures'> & {
  readonly waits_for: LookWait;
  readonly waits_because: string;
};

/** The least that a look is charged. */
const LOOK_CREDITS = 2;

/** How long a look waits that was answered so, and why; null: that is no answer of the source. */
export function waitAfter(error: unknown, now: number): ((tx: Queryable, failures: number) => Promise<Wait>) | null {
  if (error instanceof SourceRefused) {
    const again = { next_look_at: new Date(now + DAY), wall_try_at: null };
    return async (_, failures) => ({ ...again, failures, waits_for: 'failure', waits_because: textOf(error) });
  }
  if (!(error instanceof SourceWaits)) return null;
  const at_once = { next_look_at: new Date(now), failures: 0 };
  const onTheWall = (ms: number) => new Date(Date.now() + ms);
  switch (error.code) {
    case 'INSUFFICIENT_CREDITS':
      return async (tx) => {
        // All that costs credits waits with it, and goes on with it when the balance is back.
        const shortage = { needed: LOOK_CREDITS, reason: error.message, at: new Date(now), wall_now: Date.now() };
        await noteCreditShortage(tx, shortage);
        return { ...at_once, wall_try_at: null, waits_for: 'credits', waits_because: textOf(error) };
      };
    case 'RATE_LIMITED': {
      const wall_try_at = onTheWall(error.retry_after_ms ?? MINUTE);
      return async () => ({ ...at_once, wall_try_at, waits_for: 'rate_limit', waits_because: textOf(error) });
    }
    case 'ACCOUNT_INACTIVE': {
      // Until our view of the account follows.
      const wall_try_at = onTheWall(MINUTE);
      return async () => ({ ...at_once, wall_try_at, waits_for: 'account', waits_because: textOf(error) });
    }
    default:
      return async (_, failures) => {
        const next_look_at = new Date(now + backoff(failures, 10 * MINUTE, 6 * HOUR));
        return { next_look_at, wall_try_at: null, failures, waits_for: 'failure', waits_because: textOf(error) };
      };
  }
}

const textOf = (error: Error): string =>
  error instanceof CodedError ? `${error.code}: ${error.message}` : error.message;
