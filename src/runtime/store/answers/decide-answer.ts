import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { lockAccount } from '../accounts/find-account.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockEnrollmentsOf } from '../enrollments/lock-enrollments.ts';
import { spendStepSlots } from '../slots/free-slots.ts';
import { type DecidedTask, lockTask, type TaskDecision } from '../tasks/decide-task.ts';
import type { TaskRow } from '../tasks/task.ts';
import { addLine } from '../timeline/add-line.ts';
import { answerKey } from './answer.ts';
import { endAnswer } from './end-answer.ts';
import { findAnswer } from './find-answer.ts';
import { lockPersonOf } from './lock-person-of.ts';

/**
 * A person says whether an answer in doubt was sent. One that was not sent does not go by itself: much may have been said since, and whoever
 * wrote it can write again. Null for an unknown task.
 */
export async function decideAnswer(
  db: Database,
  task: TaskRow & { readonly answer_id: string },
  decision: TaskDecision<'sent' | 'not_sent'>,
): Promise<DecidedTask | null> {
  return db.transaction(async (tx) => {
    const answer = await findAnswer(tx, task.answer_id);
    if (answer === null) return null;
    await lockPersonOf(tx, answer);
    await lockEnrollmentsOf(tx, answer.lead_id === null ? [] : [answer.lead_id]);
    await lockAccount(tx, answer.account_id);
    const locked = await lockTask(tx, task.id);
    if (locked?.status !== 'open') return locked && { ...locked, fresh: false };
    const { at, note } = decision;
    const sent = decision.decision === 'sent';
    await tx.query(
      `update intents set state = $2, settled_at = $3, lookups = 0, result = $4 where key = $1 and state in ('sent', 'unknown')`,
      [answerKey(answer.id), sent ? 'done' : 'not_done', at, sent ? JSON.stringify({ status: 'done' }) : null],
    );
    // The call may have reached the network without reaching the person.
    if (!sent) await spendStepSlots(tx, { answer_id: answer.id });
    const error = { code: 'said_not_sent', text: 'a person said that it was not sent' };
    await endAnswer(tx, { id: answer.id, at, ...(sent ? { state: 'sent' } : { state: 'not_sent', error }) });
    if (answer.enrollment_id !== null) {
      const title = `A person ${sent ? 'confirmed that' : 'said that'} the answer of ${answer.author} was ${sent ? 'sent' : 'not sent'}`;
      await addLine(tx, {
        ...{ enrollment_id: answer.enrollment_id, at, node: null, type: 'decided', title },
        detail: { answer_id: answer.id, ...(note === null ? {} : { note }) },
      });
    }
    await recordChange(tx, {
      did: `decided the task ${task.id}: ${decision.decision.replaceAll('_', ' ')}`,
      target: { kind: 'task', id: task.id },
      before: { status: locked.status },
      after: { status: 'done', decision: decision.decision, note },
      lead_id: answer.lead_id,
    });
    return closeTask(tx, locked, decision);
  });
}

async function closeTask(
  tx: Queryable,
  task: TaskRow,
  { decision, note, at }: TaskDecision<string>,
): Promise<DecidedTask> {
  const { rows } = await tx.query<TaskRow & Record<string, unknown>>(
    `update tasks set status = 'done', decision = $2, note = $3, decided_at = $4 where id = $1 returning *`,
    [task.id, decision, note, at],
  );
  return { ...(rows[0] ?? task), fresh: true };
}
