import type { Queryable } from '../../../shared/postgres/database.ts';
import type { AnswerRow } from './answer.ts';

export async function findAnswer(db: Queryable, id: string): Promise<AnswerRow | null> {
  const { rows } = await db.query<AnswerRow & Record<string, unknown>>('select * from answers where id = $1', [id]);
  return rows[0] ?? null;
}

/** Nobody else sends it, takes it back or says what came of it until the transaction ends. After all other locks but those of rows. */
export async function lockAnswer(tx: Queryable, id: string): Promise<AnswerRow | null> {
  const { rows } = await tx.query<AnswerRow & Record<string, unknown>>(
    'select * from answers where id = $1 for no key update',
    [id],
  );
  return rows[0] ?? null;
}

/** Lists the answers to these people in the order in which they were written, in whatever state they are. */
export async function listAnswersTo(db: Queryable, leadIds: readonly string[]): Promise<AnswerRow[]> {
  const { rows } = await db.query<AnswerRow & Record<string, unknown>>(
    'select * from answers where lead_id = any($1) order by wall_created_at, id',
    [[...leadIds]],
  );
  return rows;
}

/** Those whose time has come: `now` is virtual time. The ones that have waited longest first. */
export async function listDueAnswers(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<Pick<AnswerRow, 'id' | 'account_id'>[]> {
  const { rows } = await db.query<Pick<AnswerRow, 'id' | 'account_id'> & Record<string, unknown>>(
    `select id, account_id from answers
      where state in ('waiting', 'sending') and wall_due <= clock_timestamp() and (due_at is null or due_at <= $1)
      order by wall_due, id limit $2`,
    [now, limit],
  );
  return rows;
}

/** Those of an account that have not begun to go, and were written before then. */
export async function listWaitingAnswers(
  db: Queryable,
  accountId: string,
  before: Date,
): Promise<Pick<AnswerRow, 'id'>[]> {
  const { rows } = await db.query<Pick<AnswerRow, 'id'> & Record<string, unknown>>(
    `select id from answers where account_id = $1 and state = 'waiting' and created_at < $2 order by created_at, id`,
    [accountId, before],
  );
  return rows;
}
