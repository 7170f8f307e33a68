import type { Queryable } from '../../../shared/postgres/database.ts';
import type { ErrorCode, SubCode } from '../../contract/errors.ts';
import { errorBody } from '../answers/envelope.ts';
import type { Reservation } from '../credits/ledger.ts';
import { recordCall } from '../credits/record-call.ts';
import { type Claim, type StoredAnswer, storeAnswer } from '../idempotency/stored-answers.ts';

/**
 * A call whose effect the database takes no part in: begun by one transaction, to be ended by another. What ends it is kept with
 * the effect, as JSON, because another process may have to do so.
 */
export interface OpenCall {
  readonly user_id: string;
  readonly action: string;
  /** The account of the call and of its log row. */
  readonly account_id: string;
  readonly log_id: string;
  readonly credits: number;
  /** The amount by which the balance went down when the call began. */
  readonly charged: number;
  readonly claim: Claim | null;
  /** The `data` of the answer, if the effect takes place. */
  readonly data: object;
}

/** How a call ended, or that nobody knows. */
export type Ending =
  | { readonly status: 'done' }
  /** The outside world said no, for good: the answer is kept under the key. */
  | { readonly status: 'refused'; readonly sub_code?: SubCode; readonly message: string }
  /** Nothing happened, and the same call may well succeed later: nothing is kept under the key. */
  | {
      readonly status: 'not_done';
      readonly code: Extract<ErrorCode, 'RATE_LIMITED' | 'CHANNEL_ERROR'>;
      readonly sub_code?: SubCode;
      readonly message: string;
      readonly retry_after_s?: number;
    }
  | { readonly status: 'unknown'; readonly message: string };

const NOT_KNOWN_YET = 'the outcome of this call is not known yet';

/**
 * Charges the call and writes its log row, which from here on says that the outcome is unknown: a search for the call finds it there while
 * it runs and after a crash. `effectId`: what has begun; a repeat under the same key gets it.
 */
export async function openCall(
  tx: Queryable,
  begun: Omit<OpenCall, 'log_id' | 'charged'> & {
    readonly effect_id: string;
    readonly target: string | null;
    readonly reservation: Reservation;
    readonly at: number;
  },
): Promise<OpenCall> {
  const { effect_id, target, reservation, at, ...call } = begun;
  const entry = {
    user_id: call.user_id,
    action: call.action,
    account_id: call.account_id,
    credits_consumed: call.credits,
    error: { code: 'INTERNAL_ERROR', message: NOT_KNOWN_YET },
    outcome_unknown: true,
    target,
    idempotency_key: call.claim?.key ?? null,
    at,
  };
  const { log_id, charged } = await recordCall(tx, entry, reservation);
  if (call.claim) await storeAnswer(tx, call.claim, unknownAnswer(call, NOT_KNOWN_YET, at), effect_id);
  return { ...call, log_id, charged };
}

/** INTERNAL_ERROR: the one code that promises neither that it happened nor that it did not. */
export function unknownAnswer(
  { action, account_id }: Pick<OpenCall, 'action' | 'account_id'>,
  message: string,
  now: number,
): StoredAnswer {
  const common = { action, account_id, credits_consumed: 0 };
  return { http_status: 500, response: errorBody(now, { ...common, code: 'INTERNAL_ERROR', message }) };
}
