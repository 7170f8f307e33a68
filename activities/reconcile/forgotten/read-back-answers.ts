import { findAccount, lockAccount } from '../../../src/runtime/store/accounts/find-account.ts';
import type { AnswerRow } from '../../../src/runtime/store/answers/answer.ts';
import { findAnswer, listWaitingAnswers, lockAnswer } from '../../../src/runtime/store/answers/find-answer.ts';
import { insertForgottenAnswer } from '../../../src/runtime/store/answers/insert-answer.ts';
import { lockPersonOf } from '../../../src/runtime/store/answers/lock-person-of.ts';
import { lockEnrollmentsOf } from '../../../src/runtime/store/enrollments/lock-enrollments.ts';
import { insertForgotten } from '../../../src/runtime/store/intents/forgotten.ts';
import type { IntentRow } from '../../../src/runtime/store/intents/intent.ts';
import { ANSWER_NODE } from '../../../src/runtime/store/slots/slot.ts';
import { retryConflicts } from '../../../src/shared/postgres/retry-conflicts.ts';
import { type AnswerContext, limitClassOf, readAnswerContext, requestOf } from '../../answers/answer-context.ts';
import { endUnsent } from '../../answers/end-unsent.ts';
import { handOver } from '../../answers/hand-over.ts';
import { freeSlotsOfAnswer, storeSent } from '../../answers/record-answer.ts';
import type { StepDeps } from '../../deps.ts';
import { LateOutcome } from '../../late-outcome.ts';
import { findAddressee, isOfAnswer, type LoggedAnswer, type LoggedCall, READ_BACK } from './logged-calls.ts';
import { useSlotOfThen } from './use-slot-of-then.ts';

/**
 * Reads back an answer of a person of ours that has gone out, whether the copy has it as one that waits or not at all.
 */
export async function readBackAnswer(deps: StepDeps, call: LoggedAnswer): Promise<void> {
  const answer = (await findAnswer(deps.db, call.answer_id)) ?? (await writeForgottenAnswer(deps, call));
  const context = answer === null ? null : await readAnswerContext(deps.db, answer);
  if (context === null) {
    deps.log.warn({ answer: call.answer_id }, 'an answer that Postgres had forgotten is for nobody who is known here');
    return;
  }
  const intent = await writeIntentOfThen(deps, context, call);
  if (intent === null) return;
  const outcome = { data: {}, credits: 0, read_back: READ_BACK };
  await storeSent(deps, context, intent, outcome).catch((error: unknown) => {
    if (!(error instanceof LateOutcome)) throw error;
  });
}

/**
 * Writes down an answer that the copy does not have; what it said and who wrote it is known to the other side alone.
 */
async function writeForgottenAnswer(deps: StepDeps, call: LoggedAnswer): Promise<AnswerRow | null> {
  const { answer_id, account_id, target, at } = call;
  const account = await findAccount(deps.db, account_id);
  const lead_id = await findAddressee(deps.db, call);
  if (account === null || lead_id === null || target === null) return null;
  const to = { professional: messageTo, email: mailTo, messenger: lineTo }[account.platform](target);
  return insertForgottenAnswer(deps.db, { id: answer_id, lead_id, account_id, ...to, at });
}

type Whither = Pick<AnswerRow, 'channel' | 'address'>;
const messageTo = (profile_url: string): Whither => ({ channel: 'message', address: { profile_url } });
const mailTo = (to: string): Whither => ({ channel: 'email', address: { to } });
const lineTo = (phone_number: string): Whither => ({ channel: 'messenger', address: { phone_number } });

/** Writes the intent with its slot. The sequences of its person are paused with it, as they were then. */
async function writeIntentOfThen(
  deps: StepDeps,
  context: AnswerContext,
  call: LoggedAnswer,
): Promise<IntentRow | null> {
  const { answer_id, at } = call;
  return retryConflicts(() =>
    deps.db.transaction(async (tx) => {
      await lockPersonOf(tx, context.answer);
      const enrollments = await lockEnrollmentsOf(tx, [context.lead.id]);
      const account = await lockAccount(tx, call.account_id);
      const answer = await lockAnswer(tx, answer_id);
      if (account === null || answer === null) return null;
      const limit_class = limitClassOf(answer);
      const request = requestOf({ answer, key: call.key });
      const intent = await insertForgotten(tx, {
        ...{ key: call.key, answer_id, node: ANSWER_NODE, visit: 1, limit_class, request, at },
      });
      if (intent === null) return null;
      await useSlotOfThen(tx, { answer_id }, { account, limit_class, at });
      await handOver(deps, tx, answer, enrollments);
      return intent;
    }),
  );
}

const OUTDATED = {
  code: 'backup_put_back',
  text: 'it waited in a backup that was put back, and nobody knows whether it was taken back since',
};

/**
 * Ends the answers that were about to go when the copy was made, and did not by the log: nobody knows whether they were
 * taken back meanwhile, or what else was in their way, and their writers can write again. Answers that were written
 * since the copy was put back are younger than any call that it has forgotten.
 */
export async function endOutdatedAnswers(
  deps: StepDeps,
  account_id: string,
  forgotten_since: Date,
  calls: readonly LoggedCall[],
): Promise<void> {
  const gone = new Set(calls.filter(isOfAnswer).map(({ answer_id }) => answer_id));
  for (const { id } of await listWaitingAnswers(deps.db, account_id, forgotten_since)) {
    if (!gone.has(id)) await endOutdated(deps, id);
  }
}

async function endOutdated(deps: StepDeps, id: string): Promise<void> {
  const found = await findAnswer(deps.db, id);
  const context = found === null ? null : await readAnswerContext(deps.db, found);
  if (context === null) return;
  await retryConflicts(() =>
    deps.db.transaction(async (tx) => {
      await lockPersonOf(tx, context.answer);
      await lockEnrollmentsOf(tx, [context.lead.id]);
      await lockAccount(tx, context.account.id);
      const answer = await lockAnswer(tx, id);
      if (answer?.state !== 'waiting') return;
      await freeSlotsOfAnswer(deps, tx, answer, { reached: false });
      await endUnsent(deps, tx, answer, OUTDATED);
    }),
  );
}
