import type { NodeKind } from '../../src/language/plan/node.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { backoff } from '../../src/shared/kit/backoff.ts';
import { HOUR, MINUTE, SECOND } from '../../src/shared/kit/duration.ts';
import { unreachable } from '../../src/shared/kit/result.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import type { StepDeps } from '../deps.ts';
import { backOff, SLOW_DOWN } from '../record/back-off-as-refused.ts';
import { DEFERRALS, reachedBy } from '../record/conclude.ts';
import { meaningOf } from '../record/outcomes/meaning-of.ts';
import type { Refused, V2Outcome } from '../v2-caller.ts';
import type { AnswerContext } from './answer-context.ts';
import { storeSent, storeUnsent, type Then } from './record-answer.ts';
import { resolveAnswer } from './resolve-answer.ts';

/** Records what came of the answer's call. */
export async function concludeAnswer(
  deps: StepDeps,
  context: AnswerContext,
  intent: IntentRow,
  outcome: V2Outcome,
): Promise<void> {
  switch (outcome.kind) {
    case 'success':
      return storeSent(deps, context, intent, outcome);
    case 'unreachable': {
      // No byte was sent.
      const refusal = { code: 'UNREACHABLE', text: outcome.reason, reached: false };
      const text = 'the V2 service cannot be reached; tries again';
      return storeUnsent(deps, context, intent, refusal, again(backoff(intent.sends, SECOND, MINUTE), text));
    }
    case 'refused':
      return concludeRefused(deps, context, intent, outcome);
    case 'unknown':
      return resolveAnswer(deps, context, intent, outcome.reason);
    default:
      return unreachable(outcome);
  }
}

/** The kinds of step that do the same: a refusal is read as theirs would be. */
const KINDS = { message: 'message', messenger: 'message', inmail: 'inmail', email: 'email' } as const satisfies Record<
  AnswerContext['answer']['channel'],
  NodeKind
>;

async function concludeRefused(
  deps: StepDeps,
  context: AnswerContext,
  intent: IntentRow,
  refused: Refused,
): Promise<void> {
  const { account, answer } = context;
  const code = refused.sub_code ?? refused.code;
  const reason = { code, text: refused.message, credits: refused.credits, reached: reachedBy(intent, refused) };
  const meaning = meaningOf(account.platform, KINDS[answer.channel], refused);
  switch (meaning) {
    case 'unknown':
      return resolveAnswer(deps, context, intent, refused.message);
    case 'wait_for_service': {
      const text = 'the V2 service refuses our API key';
      return storeUnsent(deps, context, intent, reason, again(backoff(intent.sends, 10 * SECOND, 5 * MINUTE), text));
    }
    case 'try_later':
      if (intent.sends < DEFERRALS) {
        const due_at = new Date(deps.clock.now() + backoff(intent.sends, 5 * MINUTE, 3 * HOUR));
        const wall_ms = backoff(intent.sends, 5 * SECOND, MINUTE);
        const text = `tries again later: ${refused.message}`;
        return storeUnsent(deps, context, intent, reason, { is: 'again', wall_ms, due_at, text });
      }
      return storeUnsent(deps, context, intent, reason, over(code, refused.message));
    case 'back_off_account':
    case 'wait_for_credits':
    case 'account_disconnected': {
      const backsOff = (tx: Queryable) => thenBackOff(deps, tx, { meaning, refused, account_id: intent.account_id });
      return storeUnsent(deps, context, intent, reason, backsOff);
    }
    default:
      // Whatever a step would make of it: somebody is there who reads the reason and can write again.
      return storeUnsent(deps, context, intent, reason, over(code, refused.message));
  }
}

/** Backs the account off for whoever calls; the answer waits only where it is known until when. */
async function thenBackOff(deps: StepDeps, tx: Queryable, refusal: Parameters<typeof backOff>[2]): Promise<Then> {
  const backed = await backOff(deps, tx, refusal);
  return backed.meaning === 'back_off_account'
    ? { is: 'again', wall_ms: 0, due_at: new Date(backed.until), text: SLOW_DOWN }
    : over(backed.meaning === 'wait_for_credits' ? 'no_credits' : backed.meaning, backed.why);
}

const again = (wall_ms: number, text: string): Then => ({ is: 'again', wall_ms, due_at: null, text });
const over = (code: string, text: string): Then => ({ is: 'over', code, text });
