import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockEnrollment } from '../enrollments/lock-enrollment.ts';
import { addToOutbox } from '../outbox/add-to-outbox.ts';
import { spendStepSlots } from '../slots/free-slots.ts';
import { addLine } from '../timeline/add-line.ts';
import { expireTasks, withdrawTasks } from './close-tasks.ts';
import type { TaskRow } from './task.ts';

export interface TaskDecision<Word extends string> {
  readonly id: string;
  readonly decision: Word;
  readonly note: string | null;
  readonly at: Date;
}

/** A person's changes of a text under review. */
export interface EditedReview extends Pick<TaskRow, 'preview' | 'request'> {
  readonly parts: readonly string[];
}

/** `fresh`: this very decision made it so; else it was closed before, and is as it was. */
export type DecidedTask = TaskRow & { readonly fresh: boolean };

/**
 * A person says whether an in-doubt step was sent. The intent follows in the same transaction, and the walk gets a signal. Null for
 * an unknown task.
 */
export async function decideUnknownOutcome(
  db: Database,
  decision: TaskDecision<'sent' | 'not_sent'>,
): Promise<DecidedTask | null> {
  return db.transaction(async (tx) => {
    const enrollmentId = await findTaskEnrollment(tx, decision.id);
    if (enrollmentId === null) return null;
    // The enrollment, then the account, before its task, intent and slots: the order in which a step locks them.
    await lockEnrollment(tx, enrollmentId);
    // The account of the call and those of its slots at once, in the order of their ids.
    await tx.query(
      `with asked as (select enrollment_id, node, visit from tasks where id = $1 and status = 'open' and kind = 'unknown_outcome')
       select id from accounts where id in (
         select account_id from intents join asked using (enrollment_id, node, visit)
         union select account_id from slots join asked using (enrollment_id, node, visit))
        order by id for no key update`,
      [decision.id],
    );
    const task = await lockTask(tx, decision.id);
    if (task?.status !== 'open' || task.kind !== 'unknown_outcome') return task && { ...task, fresh: false };
    const step = [enrollmentId, task.node, task.visit];
    const sent = decision.decision === 'sent';
    await tx.query(
      `update intents set state = $4, settled_at = $5, lookups = 0, result = $6
        where enrollment_id = $1 and node = $2 and visit = $3 and state in ('sent', 'unknown')`,
      [...step, sent ? 'done' : 'not_done', decision.at, sent ? JSON.stringify({ status: 'done' }) : null],
    );
    if (!sent) {
      // The call may have reached the network without reaching the person.
      await spendStepSlots(tx, { ...task, enrollment_id: enrollmentId });
    } else {
      await tx.query(
        `update enrollments e set invited_at = case when e.withdrawn_at is null then coalesce(e.invited_at, i.created_at) else i.created_at end,
                withdrawn_at = null
           from intents i
          where e.id = $1 and i.enrollment_id = e.id and i.node = $2 and i.visit = $3 and i.action = 'invite'`,
        step,
      );
    }
    const title = sent ? 'A person confirmed that it was sent' : 'A person said that it was not sent';
    return closeAsDecided(tx, { ...task, enrollment_id: enrollmentId }, decision, title);
  });
}

/**
 * A person approves or rejects what a step asks. Nothing that the walk has left behind can be decided: a stop, or the
 * deadline, came first. `edit`: what is different in the text that they approve, by the task as it is locked; null: nothing. Null for an unknown task.
 */
export async function decideQuestion(
  db: Database,
  decision: TaskDecision<'approve' | 'reject'>,
  edit: (tx: Queryable, task: TaskRow) => Promise<EditedReview | null> = async () => null,
): Promise<DecidedTask | null> {
  return db.transaction(async (tx) => {
    const enrollmentId = await findTaskEnrollment(tx, decision.id);
    if (enrollmentId === null) return null;
    // The enrollment before its task, as a stop does it.
    const enrollment = await lockEnrollment(tx, enrollmentId);
    const task = await lockTask(tx, decision.id);
    if (task?.status !== 'open' || !isQuestion(task)) return task && { ...task, fresh: false };
    const stopped = !enrollment || enrollment.status === 'finished' || enrollment.stop_outcome !== null;
    const late = task.due_at !== null && task.due_at.getTime() <= decision.at.getTime();
    if (stopped) await withdrawTasks(tx, [{ enrollment_id: enrollmentId, at: decision.at }]);
    else if (late) await expireTasks(tx, enrollmentId, decision.at);
    if (stopped || late) {
      const closed = await lockTask(tx, decision.id);
      return closed && { ...closed, fresh: false };
    }
    const verb = decision.decision === 'approve' ? 'approved' : 'rejected';
    const edited = await edit(tx, task);
    if (edited !== null) {
      const values = [task.id, JSON.stringify(edited.preview), JSON.stringify(edited.request)];
      await tx.query('update tasks set preview = $2, request = $3 where id = $1', values);
    }
    const what = task.kind === 'review' ? 'what is to go out' : `the task: ${task.text}`;
    const how = edited === null ? '' : `, with another ${edited.parts.join(' and ')}`;
    const title = `A person ${verb} ${what}${how}`;
    return closeAsDecided(tx, { ...task, enrollment_id: enrollmentId }, { ...decision, edited: edited?.parts }, title);
  });
}

/** Whether a task asks if a step may go on. The other kinds are decided in words of their own. */
const isQuestion = ({ kind }: TaskRow): boolean => !OF_THEIR_OWN.includes(kind);
const OF_THEIR_OWN: readonly TaskRow['kind'][] = ['unknown_outcome', 'unclear_reply'];

async function findTaskEnrollment(tx: Queryable, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ enrollment_id: string | null }>('select enrollment_id from tasks where id = $1', [
    id,
  ]);
  return rows[0]?.enrollment_id ?? null;
}

export async function lockTask(tx: Queryable, id: string): Promise<TaskRow | null> {
  const { rows } = await tx.query<TaskRow & Record<string, unknown>>('select * from tasks where id = $1 for update', [
    id,
  ]);
  return rows[0] ?? null;
}

async function closeAsDecided(
  tx: Queryable,
  task: TaskRow & { readonly enrollment_id: string },
  { decision, note, at, edited }: TaskDecision<string> & { readonly edited?: readonly string[] | undefined },
  title: string,
): Promise<DecidedTask> {
  const decided = await tx.query<TaskRow & Record<string, unknown>>(
    `update tasks set status = 'done', decision = $2, note = $3, decided_at = $4 where id = $1 returning *`,
    [task.id, decision, note, at],
  );
  await addLine(tx, {
    enrollment_id: task.enrollment_id,
    at,
    node: task.node,
    type: 'decided',
    title,
    detail: {
      task_id: task.id,
      decision,
      ...(note === null ? {} : { note }),
      ...(edited === undefined ? {} : { edited }),
    },
  });
  await recordChange(tx, {
    did: `decided the task ${task.id}: ${decision.replaceAll('_', ' ')}`,
    target: { kind: 'task', id: task.id },
    before: { status: task.status },
    after: { status: 'done', decision, note, ...(edited === undefined ? {} : { edited }) },
    enrollment_id: task.enrollment_id,
  });
  const payload = { id: `task/${task.id}`, type: 'decided', task_id: task.id, decision };
  await addToOutbox(tx, { kind: 'signal_enrollment', target_id: task.enrollment_id, payload }, at);
  return { ...(decided.rows[0] ?? task), fresh: true };
}
