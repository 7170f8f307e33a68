import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { OpenCall } from '../../../open-calls/open-call.ts';
import { isSeen } from './sender-process.ts';

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
const IS_SEEN = isSeen('mail_sends.process_id');

export type NewSend = Omit<SendRow, 'state' | 'looks' | 'reference_ids' | 'call'>;

/**
 * Nothing waits for the disk here: the hand-over does, and with it all that was committed before. A server that forgets this row in a crash
 * forgets the whole call, and hands nothing over.
 */
export async function noteSend(tx: Queryable, send: NewSend, call: OpenCall): Promise<void> {
  await tx.query(
    `insert into mail_sends (send_id, account_id, state, message_id, in_reply_to, subject, recipients, text, call,
       process_id, at)
     values ($1, $2, 'begun', $3, $4, $5, $6, $7, $8, $9, $10)
     returning set_config('synchronous_commit', 'off', true)`,
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
 * call as not sent: then the final dot must not be written. Keeps the bytes for the sent folder, where they are given.
 */
export async function handOver(
  db: Queryable,
  send: { readonly send_id: string; readonly process_id: string },
  mail: { readonly copy: Buffer | null; readonly subject: string; readonly reference_ids: readonly string[] },
): Promise<boolean> {
  const { rows } = await db.query(
    `with handed as (
       update mail_sends set state = 'handed_over', wall_handed_over_at = now(), reference_ids = $3, subject = $5
        where send_id = $1 and process_id = $2 and state = 'begun' returning send_id),
     kept as (
       insert into mail_copies (send_id, raw, wall_next_try_at) select send_id, $4, 'infinity' from handed where $4::bytea is not null)
     select from handed`,
    [send.send_id, send.process_id, mail.reference_ids, mail.copy, mail.subject],
  );
  return rows.length === 1;
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

/** A send as it was before it ended, with whose it is. */
export type EndingSend = SendRow & { readonly sender_name: string; readonly sender_email: string };

/**
 * Ends a send that is in one of the states `from`, and gives it as it was; null where it is in none of them (any more). `accepted` lets
 * the copy for the sent folder be filed, unless one lies there (`filed`); a mail that was not sent leaves none. One statement, for every
 * mail goes through it.
 */
export async function endState(
  tx: Queryable,
  sendId: string,
  {
    from,
    to,
    outcome,
    filed,
    bounced_at,
  }: {
    readonly from: readonly SendRow['state'][];
    readonly to: 'accepted' | 'refused' | 'unknown';
    readonly outcome: string;
    readonly filed: boolean;
    /** Virtual time: it came back for good, at once. */
    readonly bounced_at: Date | null;
  },
): Promise<EndingSend | null> {
  const { rows } = await tx.query<EndingSend>(
    `with old as (select * from mail_sends where send_id = $1 and state = any ($2::text[]) for update),
          ended as (
            update mail_sends s
               set state = $3, outcome = $4, wall_ended_at = now(), text = case when $3 = 'unknown' then s.text else '' end,
                   bounced_at = coalesce($5, s.bounced_at), bounce_kind = case when $5 is null then s.bounce_kind else 'hard' end
              from old where s.send_id = old.send_id),
          due as (update mail_copies c set wall_next_try_at = now() from old where $3 = 'accepted' and not $6 and c.send_id = old.send_id),
          gone as (delete from mail_copies c using old where ($3 = 'refused' or $6) and c.send_id = old.send_id)
     select ${COLUMNS.replaceAll(/\w+/g, 'old.$&')}, a.name as sender_name, coalesce(a.email, '') as sender_email
       from old join accounts a using (account_id)`,
    [sendId, from, to, outcome, bounced_at, filed],
  );
  return rows[0] ?? null;
}

/** Looked for in vain: when to look next. */
export async function noteLook(db: Queryable, sendId: string, waitMs: number): Promise<void> {
  await db.query(
    `update mail_sends set looks = looks + 1, wall_next_look_at = now() + $2 * interval '1 millisecond' where send_id = $1`,
    [sendId, waitMs],
  );
}

/**
 * Something that arrived in the mailbox names these mails, so those of them whose answer was lost did go out, and the next look
 * at them is due at once.
 */
export async function noteProof(
  tx: Queryable,
  accountId: string,
  { message_ids, proof }: { readonly message_ids: readonly string[]; readonly proof: string },
): Promise<void> {
  await tx.query(
    `update mail_sends set proof = coalesce(proof, $3), wall_next_look_at = now()
      where account_id = $1 and message_id = any ($2::text[]) and state in ('handed_over', 'unknown')`,
    [accountId, message_ids, proof],
  );
}

/**
 * Sends that are open although nobody carries them out: of processes that are not seen any more, and of this one what it does
 * not know (the database was away when it was to be ended). With them those that were given up as unknown and have a proof now.
 */
export async function listAbandoned(
  db: Queryable,
  own: { readonly process_id: string; readonly active: ReadonlySet<string> },
  limit: number,
): Promise<readonly SendRow[]> {
  const { rows } = await db.query<SendRow>(
    `select ${COLUMNS} from mail_sends
      where wall_next_look_at <= now()
        and ((state in ('begun', 'handed_over')
              and ((process_id <> $1 and not ${IS_SEEN}) or (process_id = $1 and not send_id = any ($2::text[]))))
          or (state = 'unknown' and proof is not null))
      order by wall_next_look_at limit $3`,
    [own.process_id, [...own.active], limit],
  );
  // What began while the question waited for a connection is no more abandoned than what ran before.
  return rows.filter(({ process_id, send_id }) => process_id !== own.process_id || !own.active.has(send_id));
}
