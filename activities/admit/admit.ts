import type { SlotQuestion } from '../../src/core/calendar/find-slot.ts';
import { answersPerson, slotQuestion } from '../../src/core/calendar/slot-question.ts';
import type { Binding } from '../../src/core/calendar/why-later.ts';
import { zoneOf } from '../../src/core/calendar/zone-of.ts';
import type { StepAnswer } from '../../src/core/engine/contracts.ts';
import type { PerformResult } from '../../src/core/engine/perform.ts';
import { effectOf } from '../../src/language/plan/node-traits.ts';
import type { LimitClass } from '../../src/language/plan/plan.ts';
import { rulesOf } from '../../src/runtime/slots/account-rules.ts';
import type { AccountRow } from '../../src/runtime/store/accounts/account.ts';
import type { LockedEnrollment } from '../../src/runtime/store/enrollments/lock-enrollment.ts';
import type { IntentRequest, IntentRow } from '../../src/runtime/store/intents/intent.ts';
import type { FoundUnowned } from '../../src/runtime/store/intents/unowned-calls.ts';
import { mayOverwrite, writeIntent } from '../../src/runtime/store/intents/write-intent.ts';
import { type GivenSlots, NO_SLOTS } from '../../src/runtime/store/slots/save-slot.ts';
import type { StepVisit } from '../../src/runtime/store/slots/slot.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { requireOwnTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import type { Deferred } from '../deferred.ts';
import type { StepDeps } from '../deps.ts';
import { failWithin } from '../fail-within.ts';
import type { StepContext } from '../look/context.ts';
import { lastLookAtCall } from '../look/last-look.ts';
import { findSuppressedRecipient } from '../look/suppressed.ts';
import { waitForSlots, waitWithin } from '../snapshot/foresee-snapshot.ts';
import { keptWalk } from '../snapshot/record-snapshot.ts';
import { lineOf } from '../wording.ts';
import { askAboutUnowned } from './ask-about-unowned.ts';
import { reserveUnpaid } from './reserve-credits.ts';
import { chooseSlot, readWithCalendar } from './take-slot.ts';
import { takeUnlock, UNLOCKS_PER_MONTH } from './take-unlock.ts';
import { waitForAccount } from './wait-for-account.ts';
import { waitUntilBack } from './wait-until-back.ts';

export interface Admission {
  readonly request: IntentRequest;
  readonly limit_class: LimitClass | null;
  readonly credits: number;
  /**
   * Sends a call again whose outcome is in doubt, under the same key: only for calls that the service does once per
   * key.
   */
  readonly repeat?: boolean;
}

export type Admitted =
  /** `written_at`: wall time, taken before the commit. */
  | { readonly is: 'go'; readonly intent: IntentRow; readonly written_at: number }
  | { readonly is: 'answer'; readonly result: PerformResult }
  /** Another performer of this step was first. */
  | { readonly is: 'taken' };

/**
 * Admits a call: takes the last look at the stop flags, a slot in the account's calendar and writes the intent, in one
 * transaction. So a committed stop always wins, and no cap is exceeded at any commit.
 */
export async function admit(deps: StepDeps, context: StepContext, admission: Admission): Promise<Admitted> {
  const { request } = context;
  const of = { queue: admission.request.account_id, row: context.enrollment.id };
  return deps.admissions.run<Admitted>(of, async (tx) => {
    const last = await lastLookAtCall(deps, tx, context, admission.request.account_id);
    if (last.is === 'answer') return answer(last.result);
    const { enrollment, found } = last;
    const { account, intent_state } = found;
    if (account === null) {
      const text = `the engine does not know the account ${admission.request.account_id}`;
      return answer(await failWithin(deps, tx, context, 'NO_ACCOUNT', text));
    }
    // The enrollment is locked, and nothing of an earlier performer has been touched yet.
    const over = admission.repeat ? 'doubt' : 'not_done';
    if (intent_state !== null && !mayOverwrite(intent_state, over)) return { is: 'taken' };
    const suppressed = await findSuppressedRecipient(tx, context, admission.request);
    if (suppressed !== null) {
      const text = `${suppressed} is on the do-not-contact list`;
      return answer(await failWithin(deps, tx, context, 'SUPPRESSED', text));
    }
    const away = await waitUntilBack(deps, tx, context, enrollment);
    if (away) return answer(await waitWithin(deps, tx, context, away, enrollment));
    await reserveUnpaid(deps, tx, admission.credits);
    const step = { enrollment_id: context.enrollment.id, node: context.request.node, visit: context.request.visit };
    const read = await readWithCalendar(
      deps,
      tx,
      { id: account.id, zone: zoneOf(account) },
      {
        ...{ ...step, limit_class: admission.limit_class, costs_credits: admission.credits > 0 },
        senders: effectOf(context.node) === 'none' ? [] : Object.values(context.enrollment.senders),
      },
    );
    const turned = await waitForAccount(deps, tx, context, account, read);
    if (turned) return answer(await waitWithin(deps, tx, context, turned, enrollment));
    const unowned = found.unowned?.find((call) => mayBe(admission.request, call));
    const asked = unowned === undefined ? null : await askAboutUnowned(deps, tx, context, admission, unowned);
    if (asked !== null)
      return answer(asked.status === 'deferred' ? await waitWithin(deps, tx, context, asked, enrollment) : asked);
    const unlock = await waitForUnlock(deps, tx, step, account, admission);
    if (unlock !== null) {
      return answer(await waitUntil(deps, tx, context, enrollment, { ...unlock, given: NO_SLOTS }));
    }
    const question = await questionOf(deps, tx, context, account, admission);
    // An unlock that was counted just now is not in the calendar yet.
    const book = isUnlock(admission.request) ? null : read.book;
    const taken = await chooseSlot(deps, tx, step, question, account, { ...read, book });
    if (taken.status === 'never' && taken.for === 'inmail') {
      const text = `${account.name} has no InMail left`;
      return answer(await failWithin(deps, tx, context, 'NO_INMAIL_CREDITS', text, 'impossible'));
    }
    if (taken.status === 'never') {
      return answer(await failWithin(deps, tx, context, 'NO_FREE_PLACE', 'the limits never leave a slot for it'));
    }
    if (taken.status === 'later') {
      const { at: until, why, given } = taken;
      return answer(await waitUntil(deps, tx, context, enrollment, { until, why, given }));
    }
    const intent = await writeIntent(tx, {
      key: context.key,
      enrollment_id: context.enrollment.id,
      node: context.request.node,
      visit: context.request.visit,
      limit_class: admission.limit_class,
      request: admission.request,
      at: new Date(taken.at),
      held_credits: admission.credits,
      slots: taken.given,
      over,
      ...(request.walk === undefined || !request.by_inputs ? {} : { walk: keptWalk(request.walk, request) }),
    });
    return { is: 'go', intent, written_at: deps.wallNow() };
  });
}

/**
 * Whether the unowned call may have been this step. One that is known to have been for the person may have gone out
 * from another account of theirs.
 */
const mayBe = ({ account_id, action }: IntentRequest, call: FoundUnowned): boolean =>
  call.action === action && (!call.of_anybody || call.account_id === account_id);

const isUnlock = ({ category, action }: IntentRequest): boolean => category === 'profiles' && action === 'unlock';

/** Counts the unlocks of the seat, which has so many a month. Null: this one may go out. */
async function waitForUnlock(
  deps: StepDeps,
  tx: Queryable,
  step: StepVisit,
  account: AccountRow,
  { request, limit_class }: Admission,
): Promise<{ readonly until: number; readonly why: Binding } | null> {
  if (!isUnlock(request)) return null;
  // Counted in the database.
  requireOwnTransaction(tx);
  const now = deps.clock.now();
  const until = await takeUnlock(tx, step, { id: account.id, zone: zoneOf(account) }, now);
  if (until === null || until <= now) return null;
  const text = `${UNLOCKS_PER_MONTH} of ${UNLOCKS_PER_MONTH} unlocks of ${account.name} used or booked this month`;
  return { until, why: { constraint: 'unlocks', text, ...(limit_class === null ? {} : { limit_class }) } };
}

const answer = (result: PerformResult): Admitted => ({ is: 'answer', result });

async function questionOf(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  account: AccountRow,
  admission: Admission,
): Promise<SlotQuestion> {
  const { enrollment, plan, lead } = context;
  return slotQuestion({
    step: context.key,
    sequence: enrollment.sequence,
    campaign: enrollment.campaign_id,
    weight: enrollment.weight,
    urgent: answersPerson(enrollment.replied_at !== null, context.request.awaited_replies),
    plan,
    account: await rulesOf(deps.settings, tx, account, plan),
    lead_timezone: lead?.timezone,
    limit_class: admission.limit_class,
    mail_to: { address: String(admission.request.params?.to ?? '') },
    credits: admission.credits,
    waits_for_inmails: context.node.kind === 'inmail' && context.node.when_none_left === 'wait',
  });
}

function waitUntil(
  deps: StepDeps,
  tx: Queryable,
  context: StepContext,
  enrollment: LockedEnrollment,
  { until, why, given }: { readonly until: number; readonly why: Binding; readonly given: GivenSlots },
): Promise<StepAnswer> {
  const line = {
    ...lineOf(context, new Date(deps.clock.now())),
    type: 'waiting',
    title: `Waits for its slot: ${why.text}`,
    detail: { until: new Date(until) },
    once: `${context.request.node}/${context.request.visit}/waiting/${until}`,
  };
  const text = `waits for its slot: ${why.text}`;
  const waits: Deferred = { status: 'deferred', until, kind: 'slot', text, binding: why };
  return waitForSlots(deps, tx, context, waits, enrollment, { line, given });
}
