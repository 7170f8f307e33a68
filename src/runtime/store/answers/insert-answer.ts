import type { Queryable } from '../../../shared/postgres/database.ts';
import type { AnswerRow } from './answer.ts';

export type NewAnswer = Omit<
  AnswerRow,
  | 'enrollment_id'
  | 'digest'
  | 'state'
  | 'wall_send_after'
  | 'wall_due'
  | 'due_at'
  | 'waiting_text'
  | 'error_code'
  | 'error_text'
  | 'wall_created_at'
  | 'ended_at'
> & {
  /** Wall seconds until it may go. */
  readonly send_after: number;
};

/**
 * Writes an answer, which is sent by itself from then on. The sequence whose limits hold for it is the last one by which this account wrote to the
 * person.
 */
export async function insertAnswer(tx: Queryable, answer: NewAnswer): Promise<AnswerRow> {
  const { rows } = await tx.query<AnswerRow & Record<string, unknown>>(
    `insert into answers (id, lead_id, account_id, channel, enrollment_id, digest, request_hash, author_id, author, address, text, subject, attachments,
                          last_seen, seen, confirmed, sequences, state, wall_send_after, wall_due, created_at, within)
     select $1, $2, $3, $4, e.id, e.digest, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'waiting', due, due, $17, $18
       from (select clock_timestamp() + $16 * interval '1 second' as due) as moment
       left join lateral (select id, digest from enrollments
                           where lead_id = $2 and $3 in (senders ->> 'professional', senders ->> 'messenger', senders ->> 'email')
                           order by created_at desc, id desc limit 1) as e on true
     returning *`,
    [
      answer.id,
      answer.lead_id,
      answer.account_id,
      answer.channel,
      answer.request_hash,
      answer.author_id,
      answer.author,
      JSON.stringify(answer.address),
      answer.text,
      answer.subject,
      JSON.stringify(answer.attachments),
      answer.last_seen,
      answer.seen,
      [...answer.confirmed],
      answer.sequences,
      answer.send_after,
      answer.created_at,
      answer.within,
    ],
  );
  const [row] = rows;
  if (!row) throw new Error('an answer was not written');
  return row;
}

export type ForgottenAnswer = Pick<AnswerRow, 'id' | 'account_id' | 'channel' | 'address'> & {
  readonly lead_id: string;
  readonly at: Date;
};

/** One that went out, of which nobody here knows who wrote it or what it said. The request that made it is whatever comes under its key. */
export async function insertForgottenAnswer(db: Queryable, answer: ForgottenAnswer): Promise<AnswerRow | null> {
  const { rows } = await db.query<AnswerRow & Record<string, unknown>>(
    `insert into answers (id, lead_id, account_id, channel, enrollment_id, digest, request_hash, author_id, author, address, text, attachments, seen,
                          confirmed, sequences, state, wall_send_after, wall_due, created_at, wall_created_at)
     select $1, $2, $3, $4, e.id, e.digest, '', 'unknown', 'somebody of yours', $5, $6, '[]', 0, '{}', 'pause', 'sending',
            clock_timestamp(), clock_timestamp(), $7, least($7, clock_timestamp())
       from (select 1) as one
       left join lateral (select id, digest from enrollments
                           where lead_id = $2 and $3 in (senders ->> 'professional', senders ->> 'messenger', senders ->> 'email')
                           order by created_at desc, id desc limit 1) as e on true
     on conflict (id) do nothing returning *`,
    [
      ...[answer.id, answer.lead_id, answer.account_id, answer.channel, JSON.stringify(answer.address)],
      ...['(What it said is not known here: a backup was put back that does not have it.)', answer.at],
    ],
  );
  return rows[0] ?? null;
}
