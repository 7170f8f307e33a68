import { localDay } from '../../src/core/calendar/local-day.ts';
import { zoneOf } from '../../src/core/calendar/zone-of.ts';
import type { PerformResult } from '../../src/core/engine/perform.ts';
import { markAccountWell } from '../../src/runtime/store/accounts/back-off-account.ts';
import { lockAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { learnMailbox, type MailboxHealth } from '../../src/runtime/store/accounts/learn-mailbox.ts';
import { findNewerDuplicates } from '../../src/runtime/store/enrollments/find-newer-duplicates.ts';
import { type LockedEnrollment, lockEnrollment } from '../../src/runtime/store/enrollments/lock-enrollment.ts';
import { lockEnrollments } from '../../src/runtime/store/enrollments/lock-enrollments.ts';
import { lockWithoutDuplicates } from '../../src/runtime/store/enrollments/lock-without-duplicates.ts';
import { noteInvitation } from '../../src/runtime/store/enrollments/note-invitation.ts';
import { setVars } from '../../src/runtime/store/enrollments/set-vars.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { type IntentOutcome, recordOutcome } from '../../src/runtime/store/intents/record-outcome.ts';
import { type Learned, learnAbout } from '../../src/runtime/store/leads/learn-identities.ts';
import { fillLead, learnPremium } from '../../src/runtime/store/leads/learn-lead.ts';
import { lockNames } from '../../src/runtime/store/leads/lock-names.ts';
import { isDuplicate, stopAs } from '../../src/runtime/store/leads/stop-as.ts';
import { addLine, type NewLine } from '../../src/runtime/store/timeline/add-line.ts';
import { type Identity, identityKey } from '../../src/shared/identity/identity.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { isShared, requireOwnTransaction } from '../../src/shared/postgres/shared-transaction.ts';
import type { StepDeps } from '../deps.ts';
import { freeSlots, giveSlotsBack, type Reach } from '../free-slots.ts';
import { LateOutcome } from '../late-outcome.ts';
import { type StepContext, senderOf } from '../look/context.ts';
import { foreseeSnapshot, recordForeseen, writeForeseen } from '../snapshot/foresee-snapshot.ts';
import type { Absorbed, Changes } from '../steps/prepared.ts';
import { endTitle, lineOf } from '../wording.ts';
import { chargeCredits, lockForCredits } from './charge-credits.ts';

/** The queue of the steps that lock no account, whoever sent them. */
const OF_ALL_ACCOUNTS = 'all';

/**
 * Records a step that is done: the intent, all that was learned and the timeline in one transaction. `had_effect`
 * false: what it is for held already.
 */
export async function storeDone(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  absorbed: Absorbed,
  outcome: { readonly response: unknown; readonly credits: number } & (
    | { readonly had_effect: true }
    | ({ readonly had_effect: false } & Reach)
  ),
): Promise<PerformResult> {
  const { changes } = absorbed;
  const result: PerformResult = absorbed.result ?? {
    status: 'done',
    ...(changes.facts ? { facts: changes.facts } : {}),
  };
  const at = new Date(deps.clock.now());
  const changes_account = absorbed.mailbox !== undefined || !wasWell(context, intent);
  // Slots that are given back, and credits of a sequence, are counted again under the account's lock.
  const counts_again = !outcome.had_effect || context.plan.limits.credits !== undefined;
  // Those who lock an account wait for it in a queue of its own; all others wait for nobody.
  const queue = changes_account || counts_again ? intent.account_id : OF_ALL_ACCOUNTS;
  const of = { queue, row: context.enrollment.id };
  return deps.recordings.run(of, async (tx) => {
    if (counts_again) requireOwnTransaction(tx);
    const { duplicates, enrollment } = await lockNew(tx, context, changes);
    const at_once = { recorded_at_once: !counts_again };
    const foreseen = await foreseeSnapshot(deps, tx, context, result, enrollment ?? undefined, at_once);
    const { invitation, ...others } = changes;
    // Of an enrollment that is locked it is written at the end, with the snapshot.
    await changeEnrollment(tx, context, enrollment === null ? changes : others);
    if (!wasWell(context, intent)) await markAccountWell(tx, intent.account_id);
    if (absorbed.mailbox) await learnHealth(tx, intent.account_id, absorbed.mailbox, at);
    const account = await lockForCredits(tx, context, intent);
    // The slot is freed after the outcome is recorded.
    if (!outcome.had_effect && account === null) await lockAccount(tx, intent.account_id);
    const learned = learnedBy(context, changes, at);
    // Where all is recorded at once, the names go with it.
    const goes_with = outcome.had_effect && account === null && duplicates.length === 0 ? learned : undefined;
    await changePerson(tx, context, changes, at);
    if (learned && !goes_with) await learn(tx, context, learned, duplicates, at);
    const line = {
      type: result.status === 'done' ? context.node.kind : result.status,
      title: absorbed.title,
      at: lineTime(intent, at),
      detail: { ...absorbed.detail, account_id: intent.account_id, ...sentAt(intent) },
    };
    const recorded: IntentOutcome = {
      key: intent.key,
      sends: intent.sends,
      state: 'done',
      response: outcome.response,
      error_code: null,
      error_text: null,
      credits: outcome.credits,
      result: foreseen.answer,
      at,
      line,
    };
    const noted = enrollment && invitation ? { ...invitation, enrollment_id: enrollment.id } : undefined;
    if (outcome.had_effect && account === null) {
      const also = { invitation: noted, learned: goes_with };
      if (!(await recordForeseen(deps, tx, recorded, foreseen, also))) throw new LateOutcome(intent.key);
      return foreseen.answer;
    }
    if (noted) await noteInvitation(tx, noted);
    await recordOnce(tx, recorded);
    if (!outcome.had_effect) await giveSlotsBack(deps, tx, context, outcome, 'and pull');
    if (account !== null) await chargeCredits(tx, context, account, at);
    await writeForeseen(deps, tx, foreseen);
    return foreseen.answer;
  });
}

/**
 * The time of the line. A send has one time, which its slot and its intent have, however long its answer took. A send
 * in doubt comes to light later: its line is of the finding, and names the time of the send.
 */
const lineTime = ({ created_at, doubtful_since }: IntentRow, now: Date): Date =>
  doubtful_since === null ? created_at : now;
const sentAt = ({ created_at, doubtful_since }: IntentRow) => (doubtful_since === null ? {} : { sent_at: created_at });

/** Records that nothing happened, and that the step ends with that. */
export async function storeRefused(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  refusal: { readonly code: string; readonly text: string; readonly credits: number } & Reach,
  status: 'impossible' | 'failed',
): Promise<PerformResult> {
  const result: PerformResult = { status, code: refusal.code, text: refusal.text };
  const at = new Date(deps.clock.now());
  return deps.db.transaction(async (tx) => {
    const enrollment = await lockEnrollment(tx, context.enrollment.id);
    const foreseen = await foreseeSnapshot(deps, tx, context, result, enrollment ?? undefined);
    const account = await lockForCredits(tx, context, intent);
    await giveSlotsBack(deps, tx, context, refusal, 'and pull');
    await recordOnce(tx, {
      key: intent.key,
      sends: intent.sends,
      state: 'refused',
      response: null,
      error_code: refusal.code,
      error_text: refusal.text,
      credits: refusal.credits,
      result: foreseen.answer,
      at,
      line: { type: status, title: endTitle(context, status, refusal.text) },
    });
    if (account !== null) await chargeCredits(tx, context, account, at);
    await writeForeseen(deps, tx, foreseen);
    return foreseen.answer;
  });
}

/**
 * Records that nothing happened; the step is asked again later. `also` writes what the refusal means for the account.
 */
export async function storeNotDone(
  deps: StepDeps,
  context: StepContext,
  intent: IntentRow,
  refusal: {
    readonly code: string | null;
    readonly text: string;
    readonly credits?: number;
    readonly new_generation?: boolean;
    readonly other_call?: boolean;
    readonly unsent?: boolean;
    /** The timeline's line; null for none. */
    readonly title: string | null;
    /** When it is asked again, where that is known. */
    readonly until?: Date;
  } & Reach,
  also?: (tx: Queryable) => Promise<void>,
): Promise<void> {
  const at = new Date(deps.clock.now());
  await deps.db.transaction(async (tx) => {
    await lockEnrollment(tx, context.enrollment.id);
    if (also) {
      // What backs off is locked before the slots, which are given back here, and the intent.
      await lockAccount(tx, intent.account_id);
      await also(tx);
    }
    await giveSlotsBack(deps, tx, context, refusal);
    await recordOnce(tx, {
      key: intent.key,
      sends: intent.sends,
      state: 'not_done',
      response: null,
      error_code: refusal.code,
      error_text: refusal.text,
      credits: refusal.credits ?? 0,
      result: undefined,
      ...(refusal.new_generation ? { new_generation: true } : {}),
      ...(refusal.other_call ? { other_call: true } : {}),
      ...(refusal.unsent ? { unsent: true } : {}),
      at,
      ...(refusal.title === null ? {} : { line: { type: 'waiting', title: refusal.title, ...untilOf(refusal) } }),
    });
  });
}

const untilOf = ({ until }: { readonly until?: Date }) => (until === undefined ? {} : { detail: { until } });

/** Records a step that ends without a call. Its booked slot, if it had one, goes to those who wait. */
export async function storeWithoutCall(
  deps: StepDeps,
  context: StepContext,
  line: Pick<NewLine, 'type' | 'detail'> & { readonly title: string | null },
  changes: Changes = {},
): Promise<void> {
  const at = new Date(deps.clock.now());
  await deps.db.transaction(async (tx) => {
    const { duplicates } = await lockNew(tx, context, changes);
    await changeEnrollment(tx, context, changes);
    await freeSlots(deps, tx, context, 'and pull');
    await changePerson(tx, context, changes, at);
    const learned = learnedBy(context, changes, at);
    if (learned) await learn(tx, context, learned, duplicates, at);
    if (line.title === null) return;
    const { node, visit } = context.request;
    await addLine(tx, { ...lineOf(context, at), ...line, title: line.title, once: `${node}/${visit}/${line.type}` });
  });
}

/**
 * Whether the account was not backing off when the step began; a backoff that came meanwhile ends with the next call
 * that goes through.
 */
const wasWell = ({ accounts }: StepContext, { account_id }: IntentRow): boolean =>
  accounts.some(({ id, hold_repeats }) => id === account_id && hold_repeats === 0);

interface LockedNew {
  /** Newer enrollments of the same person. */
  readonly duplicates: readonly string[];
  /** Null: it is not locked yet. */
  readonly enrollment: LockedEnrollment | null;
}

/** Locks the names that were learned, and this enrollment with those that they give away as duplicates. */
async function lockNew(tx: Queryable, context: StepContext, changes: Changes): Promise<LockedNew> {
  const names = context.lead ? newNames(context, changes) : [];
  const asked = { enrollment_id: context.enrollment.id, identities: names };
  if (names.length > 0) await lockNames(tx, names.map(identityKey));
  // Those who share a transaction come to their intents in no order. One whose enrollment is not to be had goes alone, and so does one that stops others.
  if (isShared(tx)) return { duplicates: [], enrollment: await lockWithoutDuplicates(tx, asked) };
  const duplicates = names.length === 0 ? [] : await findNewerDuplicates(tx, asked);
  if (duplicates.length > 0) await lockEnrollments(tx, [...duplicates, context.enrollment.id]);
  return { duplicates, enrollment: null };
}

async function changeEnrollment(tx: Queryable, { enrollment }: StepContext, changes: Changes): Promise<void> {
  if (changes.invitation) await noteInvitation(tx, { ...changes.invitation, enrollment_id: enrollment.id });
  if (changes.vars) await setVars(tx, enrollment.id, changes.vars);
}

/** Writes what was learned into the person's own row. */
async function changePerson(
  tx: Queryable,
  { lead }: StepContext,
  { lead: fields, origins, premium }: Changes,
  at: Date,
): Promise<void> {
  if (!lead) return;
  if (fields) await fillLead(tx, lead.id, fields, at, origins);
  if (premium !== undefined) await learnPremium(tx, { lead_id: lead.id, premium });
}

/** Writes the names that were learned, and stops those whom they give away. The locks of `lockNew` are taken before. */
async function learn(
  tx: Queryable,
  { enrollment }: StepContext,
  learned: Learned,
  duplicates: readonly string[],
  at: Date,
): Promise<void> {
  await learnAbout(tx, learned);
  if (duplicates.length > 0) await stopAs(tx, { ids: duplicates, locked: duplicates }, at, isDuplicate(enrollment.id));
}

/** Lists the names that are new of the person, and how they stand to the account. Undefined: nothing of it is new. */
function learnedBy(context: StepContext, changes: Changes, at: Date): Learned | undefined {
  const { lead } = context;
  if (!lead) return undefined;
  const names = newNames(context, changes).map((name) => ({ ...name, lead_id: lead.id }));
  const sender = senderOf(context, 'professional');
  const relations =
    changes.relation && sender && tellsMore(context, changes.relation)
      ? [{ ...changes.relation, account_id: sender.id, lead_id: lead.id, at }]
      : [];
  return names.length + relations.length > 0 ? { names, relations } : undefined;
}

/** Lists the names that the lead does not have yet: one it has already is nobody else's. */
function newNames({ identities }: StepContext, changes: Changes): Identity[] {
  const known = new Set(identities.map(identityKey));
  return (changes.identities ?? []).filter((name) => !known.has(identityKey(name)));
}

function tellsMore({ relation }: StepContext, learned: NonNullable<Changes['relation']>): boolean {
  const known: Readonly<Record<string, unknown>> = { ...relation };
  return relation === null || Object.entries(learned).some(([field, value]) => known[field] !== value);
}

async function recordOnce(tx: Queryable, outcome: IntentOutcome): Promise<void> {
  if (!(await recordOutcome(tx, outcome))) throw new LateOutcome(outcome.key);
}

async function learnHealth(tx: Queryable, accountId: string, health: MailboxHealth, at: Date): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (!account) return;
  const local_day = localDay(at.getTime(), zoneOf(account));
  await learnMailbox(tx, { ...health, account_id: accountId, local_day, at });
}
