import { unreachable } from '../../../shared/kit/result.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { setwiseWrite } from '../../../shared/postgres/shared-transaction.ts';
import { ERROR_STATUS } from '../../contract/errors.ts';
import { errorBody, successBody } from '../answers/envelope.ts';
import { refundCredits } from '../credits/ledger.ts';
import { freeKey, type StoredAnswer, storeAnswer } from '../idempotency/stored-answers.ts';
import { type Ending, type OpenCall, unknownAnswer } from './open-call.ts';

export interface EndedAnswer extends StoredAnswer {
  readonly retry_after_s?: number;
}

/**
 * The second transaction of a call: its log row, its charge and what is kept under its key become what came of it. Of a call
 * whose credits were given back before (`refunded`) a late success costs nothing.
 */
export async function endCall(
  tx: Queryable,
  call: OpenCall,
  ending: Ending,
  { now, refunded }: { readonly now: number; readonly refunded: boolean },
): Promise<EndedAnswer> {
  const held = refunded ? 0 : call.credits;
  switch (ending.status) {
    case 'done': {
      await noteSuccess(tx, call.log_id);
      const common = { action: call.action, account_id: call.account_id, credits_consumed: held };
      const answer = { http_status: 200, response: successBody(now, { ...common, data: call.data }) };
      if (call.claim) await storeAnswer(tx, call.claim, answer);
      return answer;
    }
    case 'refused':
    case 'not_done': {
      const { message, sub_code } = ending;
      const code = ending.status === 'refused' ? 'CHANNEL_ERROR' : ending.code;
      await giveBack(tx, call, { code, message, outcome_unknown: false }, { now, refunded });
      const common = { action: call.action, account_id: call.account_id, credits_consumed: 0 };
      const response = errorBody(now, { ...common, code, message, sub_code });
      const answer = { http_status: ERROR_STATUS[code], response };
      if (ending.status === 'refused') {
        if (call.claim) await storeAnswer(tx, call.claim, answer);
        return answer;
      }
      if (call.claim) await freeKey(tx, call.claim);
      return ending.retry_after_s === undefined ? answer : { ...answer, retry_after_s: ending.retry_after_s };
    }
    case 'unknown':
      await giveBack(
        tx,
        call,
        { code: 'INTERNAL_ERROR', message: ending.message, outcome_unknown: true },
        { now, refunded },
      );
      return unknownAnswer(call, ending.message, now);
    default:
      return unreachable(ending);
  }
}

const noteSuccess = setwiseWrite((logIds: readonly string[]) => ({
  text: `update logs set status = 'success', error_code = null, error_message = null, outcome_unknown = false
        where log_id = any ($1)`,
  values: [logIds],
}));

async function giveBack(
  tx: Queryable,
  call: OpenCall,
  why: { readonly code: string; readonly message: string; readonly outcome_unknown: boolean },
  { now, refunded }: { readonly now: number; readonly refunded: boolean },
): Promise<void> {
  if (call.credits > 0 && !refunded) await refundCredits(tx, { ...call, at: now });
  await tx.query(
    `update logs set status = 'error', error_code = $2, error_message = $3, outcome_unknown = $4, credits_consumed = 0
      where log_id = $1`,
    [call.log_id, why.code, why.message, why.outcome_unknown],
  );
}
