import type { SlotQuestion } from '../../src/core/calendar/find-slot.ts';
import { slotQuestion } from '../../src/core/calendar/slot-question.ts';
import { findObstacle } from '../../src/runtime/answers/find-obstacle.ts';
import { before, readThreadWith } from '../../src/runtime/conversations/thread.ts';
import { rulesOf } from '../../src/runtime/slots/account-rules.ts';
import { answerPlan } from '../../src/runtime/slots/answer-rules.ts';
import type { AccountRow } from '../../src/runtime/store/accounts/account.ts';
import { describeBehind } from '../../src/runtime/store/accounts/behind.ts';
import { shareCreditShortage } from '../../src/runtime/store/accounts/credit-shortage.ts';
import { lockAccountForCall } from '../../src/runtime/store/accounts/find-account.ts';
import type { AnswerRow } from '../../src/runtime/store/answers/answer.ts';
import { lockAnswer } from '../../src/runtime/store/answers/find-answer.ts';
import { hasOpenSend } from '../../src/runtime/store/answers/find-open-sends.ts';
import { beginAnswer, postponeAnswer } from '../../src/runtime/store/answers/schedule-answer.ts';
import { type PausedBy, readPauses } from '../../src/runtime/store/control/pauses.ts';
import { lockEnrollmentsOf } from '../../src/runtime/store/enrollments/lock-enrollments.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { mayOverwrite, writeIntent } from '../../src/runtime/store/intents/write-intent.ts';
import { lockNames } from '../../src/runtime/store/leads/lock-names.ts';
import { leadKey } from '../../src/runtime/store/leads/merge-leads.ts';
import { ANSWER_NODE } from '../../src/runtime/store/slots/slot.ts';
import { nameKey, suppressionNames } from '../../src/runtime/store/suppressions/suppression-names.ts';
import { SECOND } from '../../src/shared/kit/duration.ts';
import { capitalized } from '../../src/shared/kit/first-letter.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { retryConflicts } from '../../src/shared/postgres/retry-conflicts.ts';
import { reserveUnpaid } from '../admit/reserve-credits.ts';
import { takeSlot } from '../admit/take-slot.ts';
import { backoffEnd } from '../admit/wait-for-account.ts';
import type { StepDeps } from '../deps.ts';
import { type AnswerContext, creditsOf, limitClassOf, nameOfAnswer, requestOf } from './answer-context.ts';
import { endUnsent } from './end-unsent.ts';
import { handOver } from './hand-over.ts';
import { freeSlotsOfAnswer } from './record-answer.ts';
import { tellAnswer } from './tell-answer.ts';

export type AdmittedAnswer =
  /** `written_at`: wall time, taken before the commit. */
  | { readonly is: 'go'; readonly intent: IntentRow; readonly written_at: number }
  /** The answer waits, has ended, or is somebody else's by now: that is written down. */
  | { readonly is: 'over' };

const OVER: AdmittedAnswer = { is: 'over' };
/** Wall milliseconds until the next look where something is about to be known. */
const SOON = 2 * SECOND;

/**
 * Admits an answer: checks all that may stop it, takes a slot in the account's calendar and writes the intent in one
 * transaction, as for a step. The locks of the person's names keep out whoever puts them on the do-not-contact list and
 * whatever they write; those of their enrollments, the steps that write to them.
 */
export function admitAnswer(deps: StepDeps, context: AnswerContext): Promise<AdmittedAnswer> {
  return retryConflicts(() => deps.db.transaction((tx) => admitWithin(deps, tx, context)));
}

async function admitWithin(deps: StepDeps, tx: Queryable, context: AnswerContext): Promise<AdmittedAnswer> {
  const { id, account_id } = context.answer;
  const lead_id = context.lead.id;
  await lockNames(tx, [], namesOf(context));
  const pause = await readPauses(tx, { enrollment_id: '', account_ids: [account_id], campaign_id: null, sequence: '' });
  const enrollments = await lockEnrollmentsOf(tx, [lead_id]);
  const locked = await lockAccountForCall(tx, { id: account_id, intent: context.key });
  const credits = creditsOf(context.answer);
  await reserveUnpaid(deps, tx, credits);
  const broke = credits > 0 ? await shareCreditShortage(tx, null) : null;
  const answer = await lockAnswer(tx, id);
  if (locked === null || answer?.state !== 'waiting' || answer.lead_id !== lead_id) return OVER;
  if (locked.intent_state !== null && !mayOverwrite(locked.intent_state, 'not_done')) return OVER;
  const stopped = await stopIt(deps, tx, context, locked.account, pause);
  if (stopped) return OVER;
  if (broke !== null)
    return refuse(deps, tx, context, { code: 'no_credits', text: `waits for credits: ${broke.reason}` });
  const later = (await waitForOthers(tx, context)) ?? waitForAccount(deps, locked.account);
  if (later !== null) {
    await postponeAnswer(tx, { id, ...later });
    return OVER;
  }
  const sent_at = await takePlace(deps, tx, context, locked.account);
  if (sent_at === null) return OVER;
  const intent = await writeIntent(tx, {
    key: context.key,
    answer_id: id,
    digest: answer.digest,
    node: ANSWER_NODE,
    visit: 1,
    limit_class: limitClassOf(answer),
    request: requestOf(context),
    at: sent_at,
    held_credits: credits,
    over: 'not_done',
  });
  // Past that time neither the call nor the service's work on it is under way, and whoever looks may find out what came of it.
  await beginAnswer(tx, id, deps.settings.proof_after_ms);
  await handOver(deps, tx, answer, enrollments);
  return { is: 'go', intent, written_at: deps.wallNow() };
}

function namesOf({ identities, lead }: AnswerContext): string[] {
  return [...suppressionNames(identities, lead.company).map(nameKey), leadKey(lead.id)];
}

/** Ends the answer where something stands in its way; returns whether it does. */
async function stopIt(
  deps: StepDeps,
  tx: Queryable,
  context: AnswerContext,
  account: AccountRow,
  pause: PausedBy | null,
): Promise<boolean> {
  const { id, seen, ...answer } = context.answer;
  const asked = { ...answer, lead_id: context.lead.id };
  const obstacle = await findObstacle(tx, { ...asked, written: { id, seen } }, account, pause);
  if (obstacle !== null) await refuse(deps, tx, context, obstacle);
  return obstacle !== null;
}

async function refuse(
  deps: StepDeps,
  tx: Queryable,
  context: AnswerContext,
  why: { readonly code: string; readonly text: string },
): Promise<AdmittedAnswer> {
  await freeSlotsOfAnswer(deps, tx, context.answer, { reached: false });
  await endUnsent(deps, tx, context.answer, why);
  return OVER;
}

type Wait = { readonly wall_ms: number; readonly due_at: Date | null; readonly text: string };

/**
 * Waits for answers that were written before this one, and until it is known what became of a step's message that is
 * under way.
 */
async function waitForOthers(tx: Queryable, { answer, lead }: AnswerContext): Promise<Wait | null> {
  // On every account, also of a writer who sees some: nobody is written to twice at once.
  const { open } = before(await readThreadWith(tx, lead.id, null), answer.id);
  const earlier = open.filter(({ state }) => state !== 'in_doubt');
  if (earlier.length > 0) {
    // It is woken when one of them goes, moves or ends.
    const due = earlier.map(({ due_at }) => due_at?.getTime() ?? 0);
    const due_at = due.includes(0) ? null : new Date(Math.max(...due));
    return { wall_ms: SOON, due_at, text: 'waits for what was written before it' };
  }
  return (await hasOpenSend(tx, lead.id, answer.wall_created_at))
    ? { wall_ms: SOON, due_at: null, text: 'waits until it is known what became of a message of a sequence' }
    : null;
}

/** Waits where the account makes no call before a time. Null: it may. */
function waitForAccount(deps: StepDeps, account: AccountRow): Wait | null {
  const behind = describeBehind(account);
  if (behind !== null) return { wall_ms: SOON, due_at: null, text: `waits for the account: ${behind}` };
  const until = backoffEnd(deps, account);
  if (until === null) return null;
  const why = account.held_reason ?? `${account.name} backs off`;
  return {
    wall_ms: Math.max(0, (account.wall_held_until?.getTime() ?? 0) - deps.wallNow()),
    due_at: new Date(until),
    text: `waits for the account: ${why}`,
  };
}

/** Takes a slot of the account's limits, ahead of new contacts, and returns the time of the send. Null: not now. */
async function takePlace(
  deps: StepDeps,
  tx: Queryable,
  context: AnswerContext,
  account: AccountRow,
): Promise<Date | null> {
  const { answer } = context;
  const taken = await takeSlot(
    deps,
    tx,
    { answer_id: answer.id },
    await questionOf(deps, tx, context, account),
    account,
  );
  switch (taken.status) {
    case 'now':
      return new Date(taken.at);
    case 'later': {
      const text = `waits for its slot: ${taken.why.text}`;
      await postponeAnswer(tx, { id: answer.id, wall_ms: 0, due_at: new Date(taken.at), text });
      const title = `${capitalized(nameOfAnswer(answer))} ${text}`;
      const at = new Date(deps.clock.now());
      const detail = { until: new Date(taken.at) };
      await tellAnswer(tx, answer, { at, type: 'waiting', title, detail, once: `waiting/${taken.at}` });
      return null;
    }
    case 'never': {
      const why =
        taken.for === 'inmail'
          ? { code: 'no_inmails', text: `${account.name} has no InMail left` }
          : { code: 'no_free_place', text: 'the limits never leave a slot for it' };
      await refuse(deps, tx, context, why);
      return null;
    }
  }
}

async function questionOf(
  deps: StepDeps,
  tx: Queryable,
  { answer, key }: AnswerContext,
  account: AccountRow,
): Promise<SlotQuestion> {
  const { digest, address } = answer;
  const plan = await answerPlan(deps.findPlan, tx, digest);
  const of = await sequenceOf(tx, answer);
  return slotQuestion({
    step: key,
    ...of,
    urgent: true,
    plan,
    account: await rulesOf(deps.settings, tx, account, plan),
    lead_timezone: null,
    limit_class: limitClassOf(answer),
    mail_to: { address: 'to' in address ? address.to : null },
    credits: 0,
  });
}

/** Reads with whom the answer is counted when the campaigns that share the account are given their shares. */
async function sequenceOf(
  tx: Queryable,
  { enrollment_id }: AnswerRow,
): Promise<Pick<SlotQuestion, 'sequence' | 'campaign' | 'weight'>> {
  const { rows } = await tx.query<{ sequence: string; campaign: string | null; weight: number }>(
    `select e.sequence, e.campaign_id as campaign, coalesce(c.weight, 1) as weight
       from enrollments e left join campaigns c on c.id = e.campaign_id where e.id = $1`,
    [enrollment_id],
  );
  return rows[0] ?? { sequence: '', campaign: null, weight: 1 };
}
