import { localDay } from '../../src/core/calendar/local-day.ts';
import { zoneOf } from '../../src/core/calendar/zone-of.ts';
import { instantOf } from '../../src/core/calendar/zone-offsets.ts';
import type { PerformResult } from '../../src/core/engine/perform.ts';
import { backOffClass } from '../../src/runtime/store/accounts/back-off-account.ts';
import { findAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { lockEnrollment } from '../../src/runtime/store/enrollments/lock-enrollment.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { backoff } from '../../src/shared/kit/backoff.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/shared/kit/duration.ts';
import { unreachable } from '../../src/shared/kit/result.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { mayHaveReached } from '../../src/v2/contract/may-have-reached.ts';
import { deferred } from '../deferred.ts';
import type { StepDeps } from '../deps.ts';
import { channelOf, type StepContext } from '../look/context.ts';
import { measureSend } from '../measure.ts';
import { connectedChanges } from '../steps/network/invite.ts';
import { absorbAnswer, distillAnswer } from '../steps/prepare.ts';
import type { Refused } from '../v2-caller.ts';
import { virtualAfterWall } from '../virtual-time.ts';
import { stepName } from '../wording.ts';
import { backOffAsRefused, SLOW_DOWN } from './back-off-as-refused.ts';
import { meaningOf } from './outcomes/meaning-of.ts';
import { storeDone, storeNotDone, storeRefused } from './store-outcome.ts';

/** The number of times a step is put off before it fails: over about half a day. */
export const DEFERRALS = 8;

/** Records a call that had its effect, with everything that the answer says. */
export async function concludeDone(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  answer: { readonly data: unknown; readonly credits: number; readonly read_back?: string },
): Promise<PerformResult> {
  const data = await distillAnswer(context, answer.data);
  const absorbed = absorbAnswer(context, data, intent.created_at.getTime(), intent.action);
  const result = await storeDone(
    deps,
    context,
    intent,
    answer.read_back === undefined ? absorbed : { ...absorbed, title: `${absorbed.title} (${answer.read_back})` },
    { response: data, credits: answer.credits, had_effect: true },
  );
  measureSend(context, intent);
  return result;
}

/** Records a call of which no byte was sent: the step waits a little, and the account is not to blame. */
export async function concludeUnreachable(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  reason: string,
): Promise<PerformResult> {
  const text = 'The V2 service cannot be reached; tries again';
  await storeNotDone(deps, context, intent, {
    code: 'UNREACHABLE',
    text: reason,
    reached: false,
    title: intent.sends === 1 ? text : null,
  });
  return deferred(virtualAfterWall(deps, backoff(intent.sends, SECOND, MINUTE)), 'time', text);
}

/**
 * Records a definite refusal. Null: it says nothing about whether the call had its effect, so the intent stays in
 * doubt.
 */
export async function concludeRefused(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  refused: Refused,
): Promise<PerformResult | null> {
  const meaning = meaningOf(channelOf(context, intent), context.node.kind, refused);
  const code = refused.sub_code ?? refused.code;
  const reason = { code, text: refused.message, credits: refused.credits, reached: reachedBy(intent, refused) };
  switch (meaning) {
    case 'unknown':
      return null;
    case 'impossible':
      return storeRefused(deps, context, intent, reason, 'impossible');
    case 'fail':
      return storeRefused(deps, context, intent, reason, 'failed');
    case 'connected':
    case 'invited':
    case 'nothing_to_do':
      return concludeAlreadySo(deps, context, intent, refused, meaning);
    case 'back_off_account':
    case 'wait_for_credits':
    case 'account_disconnected': {
      const { account_id } = intent;
      let waits: PerformResult | null = null;
      const backOff = async (tx: Queryable): Promise<void> => {
        waits = await backOffAsRefused(deps, tx, context, { meaning, refused, account_id, keeps_slots: true });
      };
      const title = meaning === 'back_off_account' ? SLOW_DOWN : null;
      // The service may ask to slow down because our own first call is still running: then the doubt stays.
      if (meaning === 'back_off_account' && intent.doubtful_since !== null) {
        await deps.db.transaction(async (tx) => {
          // Locked before the account, which the backoff locks.
          await lockEnrollment(tx, context.enrollment.id);
          await backOff(tx);
        });
      } else await storeNotDone(deps, context, intent, { ...reason, title }, backOff);
      return waits;
    }
    case 'wait_for_service': {
      const until = virtualAfterWall(deps, backoff(intent.sends, 10 * SECOND, 5 * MINUTE));
      const text = 'The V2 service refuses our API key';
      await storeNotDone(deps, context, intent, { ...reason, title: intent.sends === 1 ? text : null });
      return deferred(until, 'account', text);
    }
    case 'try_later': {
      if (intent.sends >= DEFERRALS) return storeRefused(deps, context, intent, reason, 'failed');
      const until = virtualAfterWall(deps, backoff(intent.sends, 5 * MINUTE, 3 * HOUR));
      const text = `tries again later: ${refused.message}`;
      await storeNotDone(deps, context, intent, { ...reason, title: `${stepName(context)} ${text}` });
      return deferred(until, 'time', text);
    }
    case 'back_off_class':
      return concludeClassUsedUp(deps, context, intent, refused);
    default:
      return unreachable(meaning);
  }
}

/**
 * Whether a refused call may have reached the network. A first read reaches nobody; a call that was in doubt may have
 * reached it whatever its repeat was answered.
 */
export function reachedBy({ request, doubtful_since }: IntentRow, refused: Refused): boolean {
  return request.first === undefined && (doubtful_since !== null || mayHaveReached(refused));
}

/** Records the step as done, without an effect: what it is for is already so. */
function concludeAlreadySo(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  refused: Refused,
  meaning: 'connected' | 'invited' | 'nothing_to_do',
): Promise<PerformResult> {
  const now = deps.clock.now();
  const absorbed = {
    connected: { title: `${context.whom} is already connected`, changes: connectedChanges(now) },
    invited: {
      title: `An invitation to ${context.whom} is already pending`,
      changes: { facts: { invited: true }, invitation: { invited_at: new Date(now) } },
    },
    nothing_to_do: {
      title: 'No invitation is pending; nothing to withdraw',
      changes: { facts: { invited: false }, invitation: { withdrawn_at: new Date(now) } },
    },
  }[meaning];
  const response = { refused: refused.sub_code ?? refused.code, message: refused.message };
  // Whom an action was about, we do not know.
  const said = context.node.kind === 'action' ? { title: `Nothing to do: ${refused.message}`, changes: {} } : absorbed;
  const reached = reachedBy(intent, refused);
  return storeDone(deps, context, intent, said, { response, credits: refused.credits, had_effect: false, reached });
}

/** Backs the class off by the network's own weekly limit: nothing more of it before the account's next week. */
async function concludeClassUsedUp(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  refused: Refused,
): Promise<PerformResult> {
  const account = await findAccount(deps.db, intent.account_id);
  const zone = zoneOf(account ?? {});
  const until = nextMonday(deps.clock.now(), zone);
  const why = `the network accepts no more invitations from ${account?.name ?? 'the account'} this week`;
  const { message: text, credits } = refused;
  const refusal = {
    code: refused.sub_code ?? refused.code,
    text,
    credits,
    reached: reachedBy(intent, refused),
    // Such a refusal is kept under its key: a day later the same key would only bring the same answer.
    new_generation: true,
    title: `Waits for its slot: ${why}`,
    until: new Date(until),
  };
  await storeNotDone(deps, context, intent, refusal, (tx) =>
    backOffClass(tx, {
      account_id: intent.account_id,
      limit_class: intent.limit_class ?? context.node.kind,
      until: new Date(until),
      reason: why,
    }),
  );
  return deferred(until, 'slot', `waits for its slot: ${why}`);
}

/** The local midnight that begins the next ISO week. */
function nextMonday(now: number, zone: string): number {
  const today = Date.parse(`${localDay(now, zone)}T00:00:00Z`);
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  return instantOf(today + (7 - weekday) * DAY, zone);
}

/** Has the step asked again soon; the call is then sent again where that is safe. */
export function tryAgain(deps: StepDeps, intent: IntentRow): PerformResult {
  const wait = backoff(intent.sends, 2 * SECOND, 5 * MINUTE);
  return deferred(virtualAfterWall(deps, wait), 'time', 'tries again after a broken connection');
}
