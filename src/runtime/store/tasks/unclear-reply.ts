import { CodedError } from '../../../shared/kit/coded-error.ts';
import { newId } from '../../../shared/kit/ids.ts';
import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { recordChange } from '../audit-log/record-change.ts';
import { lockEnrollment } from '../enrollments/lock-enrollment.ts';
import { addLine } from '../timeline/add-line.ts';
import { type DecidedTask, lockTask, type TaskDecision } from './decide-task.ts';

/** The meaning that a person of ours gives a mail. */
export type Meant = 'answer' | 'automatic' | 'no_more_mail';

/** The meaning as the mail's event keeps it. */
export interface DecidedMeaning {
  readonly as: Meant;
  /** ISO date, of an automatic answer: the first day on which they are there again. Null: nobody told. */
  readonly returns_on: string | null;
}

export interface UnclearReply {
  readonly enrollment_id: string;
  readonly node: string | null;
  readonly event_id: string;
  /** Virtual time. */
  readonly at: Date;
  /** The question that the reading of the mail leaves open. */
  readonly text: string;
  /** The mail's subject, its author's words, and the signs of a machine. */
  readonly preview: Readonly<Record<string, unknown>>;
}

/** Asks what a mail means; one that was asked about before is not asked about again. The enrollment is locked. False: it is asked already. */
export async function askWhatItMeans(tx: Queryable, reply: UnclearReply): Promise<boolean> {
  const id = newId('tsk', reply.at.getTime());
  // The task belongs to no step, and a step has one task of a kind: so its visits are counted downwards.
  const { rowCount } = await tx.query(
    `insert into tasks (id, enrollment_id, node, visit, kind, text, preview, status, created_at, event_id)
     select $1, $2, coalesce($3, ''), coalesce(min(visit), 0) - 1, 'unclear_reply', $4, $5, 'open', $6, $7
       from tasks where enrollment_id = $2 and kind = 'unclear_reply'
     having count(*) filter (where event_id = $7) = 0`,
    [id, reply.enrollment_id, reply.node, reply.text, JSON.stringify(reply.preview), reply.at, reply.event_id],
  );
  if (rowCount === 0) return false;
  await addLine(tx, {
    enrollment_id: reply.enrollment_id,
    at: reply.at,
    node: reply.node,
    type: 'needs_person',
    title: reply.text,
    detail: { task_id: id, channel: 'email', ...reply.preview },
    once: `event/${reply.event_id}/unclear`,
  });
  return true;
}

/** Nothing is sent from here on: each send reads it in the transaction that writes its intent. The enrollments are locked. */
export async function markUnclear(tx: Queryable, enrollmentIds: readonly string[], at: Date): Promise<void> {
  await tx.query('update enrollments set unclear_since = coalesce(unclear_since, $2) where id = any($1)', [
    [...enrollmentIds],
    at,
  ]);
}

/** The mail of this event is clear now. Returns the enrollments that waited for nothing else; all are locked. */
export async function endUnclear(tx: Queryable, leadIds: readonly string[], eventId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update enrollments e set unclear_since = null
      where e.lead_id = any($1) and e.unclear_since is not null
        and not exists (
          select from tasks t join enrollments asked on asked.id = t.enrollment_id left join events v on v.event_id = t.event_id
           where asked.lead_id = any($1) and t.kind = 'unclear_reply' and t.event_id <> $2
             and (t.status = 'open' or v.state = 'pending'))
      returning e.id`,
    [[...leadIds], eventId],
  );
  return rows.map(({ id }) => id);
}

/**
 * A person says what a mail means. Its event is pending again in the same transaction, and is ingested as what they say; until then nothing is
 * sent, as before. Null for an unknown task.
 */
export async function decideUnclearReply(
  db: Database,
  { returns_on, ...decision }: TaskDecision<Meant> & { readonly returns_on: string | null },
): Promise<DecidedTask | null> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ enrollment_id: string | null }>('select enrollment_id from tasks where id = $1', [
      decision.id,
    ]);
    const enrollment_id = rows[0]?.enrollment_id ?? null;
    if (enrollment_id === null) return null;
    // The enrollment before its task, as every decision does it.
    await lockEnrollment(tx, enrollment_id);
    const task = await lockTask(tx, decision.id);
    if (task?.status !== 'open' || task.kind !== 'unclear_reply') return task && { ...task, fresh: false };
    const { decision: as, note, at } = decision;
    const meaning: DecidedMeaning = { as, returns_on };
    const event = await tx.query(`update events set state = 'pending', decided = $2 where event_id = $1`, [
      task.event_id,
      JSON.stringify(meaning),
    ]);
    if (event.rowCount === 0) throw new CodedError('event_missing', `there is no event ${task.event_id}`);
    await tx.query(`update tasks set status = 'done', decision = $2, note = $3, decided_at = $4 where id = $1`, [
      task.id,
      as,
      note,
      at,
    ]);
    await addLine(tx, {
      enrollment_id,
      at,
      node: task.node === '' ? null : task.node,
      type: 'decided',
      title: TITLES[as],
      detail: { task_id: task.id, decision: as, ...(note === null ? {} : { note }) },
    });
    await recordChange(tx, {
      did: `decided the task ${task.id}: ${as.replaceAll('_', ' ')}`,
      target: { kind: 'task', id: task.id },
      before: { status: task.status },
      after: { status: 'done', decision: as, note },
      enrollment_id,
    });
    return { ...task, status: 'done', decision: as, note, decided_at: at, fresh: true };
  });
}

const TITLES: Readonly<Record<Meant, string>> = {
  answer: 'A person said that it is an answer',
  automatic: 'A person said that a machine answered',
  no_more_mail: 'A person said that they want no more mail',
};
