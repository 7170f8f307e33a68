import type { Queryable } from '../../../shared/postgres/database.ts';

/** Gives an answer another time in the calendar. The account is locked. */
export async function moveAnswer(tx: Queryable, id: string, at: Date): Promise<void> {
  await tx.query(`update answers set due_at = $2 where id = $1 and state = 'waiting'`, [id, at]);
  await wakeLaterAnswers(tx, id);
}

/**
 * Lets later answers to the same person, which wait for this one, be looked at again. An answer that is being looked at just now will see the change
 * by itself.
 */
export async function wakeLaterAnswers(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    `update answers set due_at = null, wall_due = clock_timestamp()
      where id in (select later.id from answers one join answers later using (lead_id)
                    where one.id = $1 and later.state = 'waiting' and (later.wall_created_at, later.id) > (one.wall_created_at, one.id)
                      for no key update of later skip locked)`,
    [id],
  );
}

/** When it is looked at next, and why not before. */
export interface Postponed {
  readonly id: string;
  /** Wall milliseconds from now. */
  readonly wall_ms: number;
  /** Virtual time; null: only the wall's counts. */
  readonly due_at: Date | null;
  readonly text: string;
}

/** Lets an answer wait, so that it can still be taken back. */
export async function postponeAnswer(tx: Queryable, { id, wall_ms, due_at, text }: Postponed): Promise<void> {
  await tx.query(
    `update answers set state = 'waiting', due_at = $2, waiting_text = $3, wall_due = clock_timestamp() + $4 * interval '1 millisecond'
      where id = $1 and state in ('waiting', 'sending')`,
    [id, due_at, text, wall_ms],
  );
}

/**
 * Notes that the call of an answer may be made now. Whoever makes it records the outcome; after `looked_at_after_ms` without one, the answer is
 * looked at again.
 */
export async function beginAnswer(tx: Queryable, id: string, looked_at_after_ms: number): Promise<void> {
  await tx.query(
    `update answers set state = 'sending', due_at = null, waiting_text = null, wall_due = clock_timestamp() + $2 * interval '1 millisecond'
      where id = $1`,
    [id, looked_at_after_ms],
  );
}

/** Nobody knows yet whether it went out, and it is looked for again then. */
export async function lookAgain(tx: Queryable, { id, wall_ms, due_at, text }: Postponed): Promise<void> {
  await tx.query(
    `update answers set due_at = $2, waiting_text = $3, wall_due = clock_timestamp() + $4 * interval '1 millisecond'
      where id = $1 and state = 'sending'`,
    [id, due_at, text, wall_ms],
  );
}

/** Those that nobody could look for are looked for now: of an account, or all. What has just gone out has another time, which says when it is over. */
export async function wakeDoubtfulAnswers(tx: Queryable, accountId: string | null): Promise<void> {
  await tx.query(
    `update answers set due_at = null, wall_due = clock_timestamp()
      where state = 'sending' and waiting_text is not null and ($1::text is null or account_id = $1)`,
    [accountId],
  );
}
