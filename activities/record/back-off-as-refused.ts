import { disconnectAccount, slowDown } from '../../src/runtime/store/accounts/back-off-account.ts';
import { noteCreditShortage } from '../../src/runtime/store/accounts/credit-shortage.ts';
import { unreachable } from '../../src/shared/kit/result.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { creditsNeeded } from '../../src/v2/client/credits-needed.ts';
import { turnAfter, untilWoken } from '../admit/wait-for-account.ts';
import type { Deferred } from '../deferred.ts';
import type { StepDeps } from '../deps.ts';
import type { StepContext } from '../look/context.ts';
import type { Refused } from '../v2-caller.ts';
import { virtualAt } from '../virtual-time.ts';
import type { Meaning } from './outcomes/meaning.ts';
import { meaningOf } from './outcomes/meaning-of.ts';

/** Meanings of a refusal that concern the account or the credits, and not the call. */
export type BackoffMeaning = Extract<Meaning, 'back_off_account' | 'wait_for_credits' | 'account_disconnected'>;

const isBackoff = (meaning: Meaning): meaning is BackoffMeaning =>
  meaning === 'back_off_account' || meaning === 'wait_for_credits' || meaning === 'account_disconnected';

/**
 * Reads whether the refusal is a backoff, which means the same on every channel and for every step. Null: it concerns
 * the call itself.
 */
export function backoffMeaning(refused: Refused): BackoffMeaning | null {
  const meaning = meaningOf('professional', 'action', refused);
  return isBackoff(meaning) ? meaning : null;
}

/**
 * Backs the account or the credits off for every step, and says until when this one waits. `keeps_slots`: its call is in doubt, or the
 * caller frees its slots.
 */
export async function backOffAsRefused(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  refusal: {
    readonly meaning: BackoffMeaning;
    readonly refused: Refused;
    readonly account_id: string;
    readonly keeps_slots?: boolean;
  },
): Promise<Deferred> {
  const { account_id, keeps_slots = false } = refusal;
  const backed = await backOff(deps, tx, refusal);
  switch (backed.meaning) {
    case 'back_off_account': {
      const until = backed.until + (await turnAfter(deps, tx, context, account_id));
      return { status: 'deferred', until: Math.ceil(until), kind: 'account', text: SLOW_DOWN };
    }
    case 'wait_for_credits': {
      const once = `credits/${backed.since.getTime()}`;
      return untilWoken(deps, tx, context, { kind: 'credits', why: backed.why, once, keeps_slots });
    }
    case 'account_disconnected': {
      const once = `away/${account_id}/${backed.since.getTime()}`;
      return untilWoken(deps, tx, context, { kind: 'account', why: backed.why, once, keeps_slots });
    }
    default:
      return unreachable(backed);
  }
}

type BackedOff =
  /** `until`: virtual time. */
  | { readonly meaning: 'back_off_account'; readonly until: number }
  /** Waits without a deadline. */
  | { readonly meaning: 'wait_for_credits' | 'account_disconnected'; readonly since: Date; readonly why: string };

/** Backs the account or the credits off for everybody. */
export async function backOff(
  deps: StepDeps,
  tx: Queryable,
  refusal: { readonly meaning: BackoffMeaning; readonly refused: Refused; readonly account_id: string },
): Promise<BackedOff> {
  const { meaning, refused, account_id } = refusal;
  const now = deps.clock.now();
  const of = { account_id, at: new Date(now), wall_now: deps.wallNow() };
  switch (meaning) {
    case 'back_off_account': {
      const wall = await slowDown(tx, { ...of, reason: SLOW_DOWN, retry_after_ms: refused.retry_after_ms });
      return { meaning, until: Math.max(now + 1, virtualAt(deps, wall)) };
    }
    case 'wait_for_credits': {
      const why = `waits for credits: ${refused.message}`;
      const needed = creditsNeeded(refused.message);
      const since = await noteCreditShortage(tx, { needed, reason: refused.message, at: of.at, wall_now: of.wall_now });
      return { meaning, since, why };
    }
    case 'account_disconnected': {
      const why = `the account is not connected: ${refused.message}`;
      const since = await disconnectAccount(tx, { ...of, reason: why, status: 'inactive', refused: true });
      return { meaning, since, why };
    }
    default:
      return unreachable(meaning);
  }
}

export const SLOW_DOWN = 'The V2 service asks the account to slow down';
