import type { Database } from '../../postgres/database.ts';
import { addToOutbox } from '../outbox/add-to-outbox.ts';
import { addLine } from '../timeline/add-line.ts';
import type { TaskRow } from './task.ts';

export interface TaskDecision {
  readonly id: string;
  readonly decision: 'sent' | 'not_sent';
  readonly note: string | null;
  readonly at: Date;
}

/**
 * A person says whether a step in doubt was sent. The intent follows in the same transaction, and the walk is told. Null for
 * an unknown task; one that is decided already comes back as it is.
 */
export async function decideUnknownOutcome(db: Database, decision: TaskDecision): Promise<TaskRow | null> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<TaskRow & Record<string, unknown>>('select * from tasks where id = $1 for update', [
      decision.id,
    ]);
    const task = rows[0];
    if (!task || task.status === 'done' || task.kind !== 'unknown_outcome') return task ?? null;
    const step = [task.enrollment_id, task.node, task.visit];
    const sent = decision.decision === 'sent';
    await tx.query(
      `update intents set state = $4, settled_at = $5, lookups = 0, result = $6
        where enrollment_id = $1 and node = $2 and visit = $3 and state in ('sent', 'unknown')`,
      [...step, sent ? 'done' : 'not_done', decision.at, sent ? JSON.stringify({ status: 'done' }) : null],
    );
    if (!sent) {
      await tx.query('delete from slots where enrollment_id = $1 and node = $2 and visit = $3', step);
    } else {
      await tx.query(
        `update enrollments set invited_at = coalesce(invited_at, $4) where id = $1
            and exists (select from intents where enrollment_id = $1 and node = $2 and visit = $3 and action = 'invite')`,
        [...step, decision.at],
      );
    }
    const decided = await tx.query<TaskRow & Record<string, unknown>>(
      `update tasks set status = 'done', decision = $2, note = $3, decided_at = $4 where id = $1 returning *`,
      [task.id, decision.decision, decision.note, decision.at],
    );
    await addLine(tx, {
      enrollment_id: task.enrollment_id,
      at: decision.at,
      node: task.node,
      type: 'decided',
      title: sent ? 'A person confirmed that it was sent' : 'A person said that it was not sent',
    });
    const event = { id: `task/${task.id}`, type: 'decided', task_id: task.id, decision: decision.decision };
    await addToOutbox(tx, { kind: 'signal_enrollment', target_id: task.enrollment_id, payload: event }, decision.at);
    return decided.rows[0] ?? task;
  });
}
