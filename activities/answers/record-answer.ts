import { localDay } from '../../src/core/calendar/local-day.ts';
import { zoneOf } from '../../src/core/calendar/zone-of.ts';
import { markAccountWell } from '../../src/runtime/store/accounts/back-off-account.ts';
import { lockAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { learnMailbox, type MailboxHealth } from '../../src/runtime/store/accounts/learn-mailbox.ts';
import type { AnswerChannel, AnswerRow } from '../../src/runtime/store/answers/answer.ts';
import { endAnswer } from '../../src/runtime/store/answers/end-answer.ts';
import { findAnswer, lockAnswer } from '../../src/runtime/store/answers/find-answer.ts';
import { lockPersonOf } from '../../src/runtime/store/answers/lock-person-of.ts';
import { type Postponed, postponeAnswer } from '../../src/runtime/store/answers/schedule-answer.ts';
import { lockEnrollmentsOf } from '../../src/runtime/store/enrollments/lock-enrollments.ts';
import type { IntentRow } from '../../src/runtime/store/intents/intent.ts';
import { type IntentOutcome, recordOutcome } from '../../src/runtime/store/intents/record-outcome.ts';
import { learnAbout } from '../../src/runtime/store/leads/learn-identities.ts';
import { conversationIdentity, identityKey } from '../../src/shared/identity/identity.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { retryConflicts } from '../../src/shared/postgres/retry-conflicts.ts';
import type { StepDeps } from '../deps.ts';
import { giveBackSlotsOf, type Reach } from '../free-slots.ts';
import { LateOutcome } from '../late-outcome.ts';
import { measureAnswerSent } from '../measure.ts';
import { healthOf } from '../steps/messages/email.ts';
import { textAt } from '../steps/read-data.ts';
import type { AnswerContext } from './answer-context.ts';
import { endUnsent } from './end-unsent.ts';
import { tellAnswer } from './tell-answer.ts';

const BY: Readonly<Record<AnswerChannel, string>> = {
  message: 'by message',
  inmail: 'by InMail',
  email: 'by email',
  messenger: 'by messenger',
};

/** Records that the answer went out. `read_back`: how that was found out, where the call itself did not say it. */
export async function storeSent(
  deps: StepDeps,
  context: AnswerContext,
  intent: IntentRow,
  outcome: { readonly data: unknown; readonly credits: number; readonly read_back?: string },
): Promise<void> {
  const { answer, lead, whom } = context;
  const at = new Date(deps.clock.now());
  const { names, relation } = conversationOf(context, outcome.data);
  await retryConflicts(() =>
    deps.db.transaction(async (tx) => {
      await lockPersonOf(tx, answer, names.map(identityKey));
      await lockEnrollmentsOf(tx, [lead.id]);
      const account = await lockAccount(tx, answer.account_id);
      await markAccountWell(tx, answer.account_id);
      const { mailbox } = healthOf(outcome.data);
      if (mailbox && account) await learnHealth(tx, answer.account_id, mailbox, zoneOf(account), at);
      // Whoever was erased while it went out is learned nothing of, and nothing is told.
      const kept = await findAnswer(tx, answer.id);
      if (kept !== null && kept.lead_id !== null) {
        await learnAbout(tx, {
          names: names.map((name) => ({ ...name, lead_id: lead.id })),
          relations: relation === null ? [] : [{ ...relation, account_id: answer.account_id, lead_id: lead.id, at }],
        });
      }
      await lockAnswer(tx, answer.id);
      await recordOnce(tx, intent, {
        state: 'done',
        response: outcome.data,
        error_code: null,
        error_text: null,
        credits: outcome.credits,
        result: { status: 'done' },
        at,
      });
      await endAnswer(tx, { id: answer.id, state: 'sent', at });
      const known = outcome.read_back === undefined ? '' : ` (${outcome.read_back})`;
      const title = `${answer.author} answered ${whom} ${BY[answer.channel]}${known}`;
      const when =
        intent.doubtful_since === null ? { at: intent.created_at } : { at, detail: { sent_at: intent.created_at } };
      if (kept !== null) await tellAnswer(tx, kept, { ...when, type: 'answered', title, once: 'sent' });
    }),
  );
  measureAnswerSent(context);
}

/** Says what is to become of an answer whose call had no effect. */
export type Then =
  | ({ readonly is: 'again' } & Omit<Postponed, 'id'>)
  | { readonly is: 'over'; readonly code: string; readonly text: string };

/**
 * Records that the answer did not go out. `also` writes what the refusal means for the account, and may say what is to
 * become of the answer.
 */
export async function storeUnsent(
  deps: StepDeps,
  { answer, lead }: AnswerContext,
  intent: IntentRow,
  refusal: Reach & {
    readonly code: string | null;
    readonly text: string;
    readonly credits?: number;
  },
  then: Then | ((tx: Queryable) => Promise<Then>),
): Promise<void> {
  const at = new Date(deps.clock.now());
  await retryConflicts(() =>
    deps.db.transaction(async (tx) => {
      await lockPersonOf(tx, answer);
      await lockEnrollmentsOf(tx, [lead.id]);
      await lockAccount(tx, answer.account_id);
      const next = typeof then === 'function' ? await then(tx) : then;
      const kept = (await lockAnswer(tx, answer.id)) ?? answer;
      await freeSlotsOfAnswer(deps, tx, answer, refusal);
      await recordOnce(tx, intent, {
        state: next.is === 'over' ? 'refused' : 'not_done',
        response: null,
        error_code: refusal.code,
        error_text: refusal.text,
        credits: refusal.credits ?? 0,
        result: undefined,
        at,
      });
      // Of somebody who was erased meanwhile it has ended.
      if (kept.lead_id === null) return;
      if (next.is === 'again') await postponeAnswer(tx, { id: answer.id, ...next });
      else await endUnsent(deps, tx, kept, next);
    }),
  );
}

/** Gives its slots to those who wait, except those that the network may have seen used. Under the account's lock. */
export function freeSlotsOfAnswer(deps: StepDeps, tx: Queryable, { id }: AnswerRow, reach: Reach): Promise<void> {
  return giveBackSlotsOf(deps, tx, { answer_id: id }, reach, 'and pull');
}

async function recordOnce(
  tx: Queryable,
  { key, sends }: IntentRow,
  outcome: Omit<IntentOutcome, 'key' | 'sends'>,
): Promise<void> {
  if (!(await recordOutcome(tx, { ...outcome, key, sends }))) throw new LateOutcome(key);
}

/** Learns the conversation to which the answer went: whoever replies in it is the person. */
function conversationOf({ answer, identities }: AnswerContext, data: unknown) {
  const premium = answer.channel === 'inmail';
  const id = premium ? textAt(data, 'data', 'value', 'threadId') : textAt(data, 'data', 'conversation_id');
  if (id === null || (answer.channel !== 'message' && !premium)) return { names: [], relation: null };
  const name = conversationIdentity(answer.account_id, id);
  const known = identities.some((one) => identityKey(one) === identityKey(name));
  // Whoever wrote first is known by the conversation already; where ours stands in it is learned all the same, since the audit reads it there.
  return { names: known ? [] : [name], relation: premium ? { premium_conversation_id: id } : { conversation_id: id } };
}

async function learnHealth(
  tx: Queryable,
  account_id: string,
  health: MailboxHealth,
  zone: string,
  at: Date,
): Promise<void> {
  await learnMailbox(tx, { ...health, account_id, local_day: localDay(at.getTime(), zone), at });
}
