import type { Queryable } from '../../../../postgres/database.ts';
import type { OpenCall } from '../../../open-calls/open-call.ts';
import { IS_SEEN } from './sender-process.ts';

/** A mail of a real mailbox, as the journal has it. */
export type SendRow = {
  readonly send_id: string;
  readonly account_id: string;
  readonly state: 'begun' | 'handed_over' | 'accepted' | 'refused' | 'unknown';
  /** With its angle brackets. */
  readonly message_id: string;
  readonly in_reply_to: string | null;
  readonly reference_ids: readonly string[];
  readonly subject: string;
  /** The first is the `to`. */
  readonly recipients: readonly string[];
  readonly text: string;
  readonly call: OpenCall;
  readonly process_id: string;
  readonly looks: number;
  readonly at: Date;
};

const COLUMNS = `send_id, account_id, state, message_id, in_reply_to, reference_ids, subject, recipients, text, call,
  process_id, looks, at`;

export type NewSend = Omit<SendRow, 'state' | 'looks' | 'reference_ids' | 'call'>;

export async function noteSend(tx: Queryable, send: NewSend, call: OpenCall): Promise<void> {
  await tx.query(
    `insert into mail_sends (send_id, account_id, state, message_id, in_reply_to, subject, recipients, text, call,
       process_id, at)
     values ($1, $2, 'begun', $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      send.send_id,
      send.account_id,
      send.message_id,
      send.in_reply_to,
      send.subject,
      send.recipients,
      send.text,
      JSON.stringify(call),
      send.process_id,
      send.at,
    ],
  );
}

/**
 * The point of no return: from here on the mail may be out. False where somebody took this process for dead and has ended the
 * call as not sent: then the final dot must not be written. Keeps the bytes for the sent folder.
 */
export async function handOver(
  db: Queryable,
  send: { readonly send_id: string; readonly process_id: string },
  mail: { readonly raw: Buffer; readonly subject: string; readonly reference_ids: readonly string[] },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with handed as (
       update mail_sends set state = 'handed_over', wall_handed_over_at = now(), reference_ids = $3, subject = $5
        where send_id = $1 and process_id = $2 and state = 'begun' returning send_id)
     insert into mail_copies (send_id, raw, wall_next_try_at) select send_id, $4, 'infinity' from handed`,
    [send.send_id, send.process_id, mail.reference_ids, mail.raw, mail.subject],
  );
  return rowCount === 1;
}

export async function lockSend(tx: Queryable, sendId: string): Promise<SendRow | null> {
  const { rows } = await tx.query<SendRow>(`select ${COLUMNS} from mail_sends where send_id = $1 for update`, [sendId]);
  return rows[0] ?? null;
}

export async function findSend(
  db: Queryable,
  sendId: string,
): Promise<(SendRow & { readonly is_seen: boolean }) | null> {
  const { rows } = await db.query<SendRow & { is_seen: boolean }>(
    `select ${COLUMNS}, ${IS_SEEN} as is_seen from mail_sends where send_id = $1`,
    [sendId],
  );
  return rows[0] ?? null;
}

/** `accepted` lets the copy for the sent folder be filed; a mail that was not sent leaves none. */
export async function writeState(
  tx: Queryable,
  sendId: string,
  state: 'accepted' | 'refused' | 'unknown',
  outcome: string,
): Promise<void> {
  await tx.query(
    `update mail_sends set state = $2, outcome = $3, wall_ended_at = now(),
        text = case when $2 = 'unknown' then text else '' end where send_id = $1`,
    [sendId, state, outcome],
  );
  if (state === 'accepted') {
    await tx.query('update mail_copies set wall_next_try_at = now() where send_id = $1', [sendId]);
  } else if (state === 'refused') {
    await tx.query('delete from mail_copies where send_id = $1', [sendId]);
  }
}

/** Looked for in vain: when to look next. */
export async function noteLook(db: Queryable, sendId: string, waitMs: number): Promise<void> {
  await db.query(
    `update mail_sends set looks = looks + 1, wall_next_look_at = now() + $2 * interval '1 millisecond' where send_id = $1`,
    [sendId, waitMs],
  );
}

/**
 * Sends that are open although nobody carries them out: of processes that are not seen any more, and of this one what it does
 * not know (the database was away when it was to be ended).
 */
export async function listAbandoned(
  db: Queryable,
  own: { readonly process_id: string; readonly active: ReadonlySet<string> },
  limit: number,
): Promise<readonly SendRow[]> {
  const { rows } = await db.query<SendRow>(
    `select ${COLUMNS} from mail_sends
      where state in ('begun', 'handed_over') and wall_next_look_at <= now()
        and ((process_id <> $1 and not ${IS_SEEN}) or (process_id = $1 and not send_id = any ($2::text[])))
      order by wall_next_look_at limit $3`,
    [own.process_id, [...own.active], limit],
  );
  return rows;
}
