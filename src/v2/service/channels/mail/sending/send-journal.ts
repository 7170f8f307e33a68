import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../../../shared/postgres/json-rows.ts';
import { setwise, setwiseWrite } from '../../../../../shared/postgres/shared-transaction.ts';
import type { OpenCall } from '../../../open-calls/open-call.ts';
import { LOCK_RANKS } from '../../../store/lock-ranks.ts';
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
export const noteSend = setwiseWrite((sends: readonly (NewSend & { readonly call: OpenCall })[]) => ({
  text: `insert into mail_sends (send_id, account_id, state, message_id, in_reply_to, subject, recipients, text, call, process_id, at)
       select send_id, account_id, 'begun', message_id, in_reply_to, subject, recipients, text, call, process_id, at
         from ${rowsOf(`send_id text, account_id text, message_id text, in_reply_to text, subject text, recipients text[], text text,
           call jsonb, process_id text, at timestamptz`)} as send
       returning set_config('synchronous_commit', 'off', true)`,
  values: [jsonRows(sends)],
}));

/** A mail about to go out; `copy`: its bytes for the sent folder, where they are to be kept. */
export interface Handing {
  readonly send_id: string;
  readonly process_id: string;
  readonly copy: Buffer | null;
  readonly subject: string;
  readonly reference_ids: readonly string[];
}

/**
 * The point of no return of each: from here on the mail may be out. False where somebody took this process for dead and has ended the
 * call as not sent: then the final dot must not be written. All of them, or none, are written down when this answers.
 */
export async function handOver(db: Queryable, mails: readonly Handing[]): Promise<boolean[]> {
  const given = mails.map(({ copy: _, ...mail }) => mail);
  const { rows } = await db.query<{ send_id: string }>(
    `with given as (
       select * from ${rowsOf('send_id text, process_id text, subject text, reference_ids text[]')} as mail),
     handed as (
       update mail_sends s set state = 'handed_over', wall_handed_over_at = now(), reference_ids = given.reference_ids, subject = given.subject
         from given where s.send_id = given.send_id and s.process_id = given.process_id and s.state = 'begun' returning s.send_id),
     kept as (
       insert into mail_copies (send_id, raw, wall_next_try_at)
       select send_id, raw, 'infinity' from handed join unnest($2::text[], $3::bytea[]) as copy (send_id, raw) using (send_id))
     select send_id from handed`,
    [jsonRows(given), ...copiesOf(mails)],
  );
  const handed = new Set(rows.map(({ send_id }) => send_id));
  return mails.map(({ send_id }) => handed.has(send_id));
}

function copiesOf(mails: readonly Handing[]): [ids: string[], copies: Buffer[]] {
  const copied = mails.flatMap(({ send_id, copy }) => (copy ? [{ send_id, copy }] : []));
  return [copied.map(({ send_id }) => send_id), copied.map(({ copy }) => copy)];
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

/** How a send ends that is in one of the states `from`. */
export interface EndingState {
  readonly send_id: string;
  readonly from: readonly SendRow['state'][];
  readonly to: 'accepted' | 'refused' | 'unknown';
  readonly outcome: string;
  readonly filed: boolean;
  /** Virtual time: it came back for good, at once. */
  readonly bounced_at: Date | null;
}

/**
 * Ends sends, and gives each as it was; null where it is in none of its states `from` (any more). `accepted` lets
 * the copy for the sent folder be filed, unless one lies there (`filed`); a mail that was not sent leaves none. One statement, for every
 * mail goes through it.
 */
export const endState = setwise(
  async (tx: Queryable, endings: readonly EndingState[]): Promise<(EndingSend | null)[]> => {
    const { rows } = await tx.query<EndingSend>(
      `with given as (
         select * from ${rowsOf('send_id text, "from" text[], "to" text, outcome text, filed boolean, bounced_at timestamptz')} as ending),
       old as (
         select s.* from mail_sends s join given on s.send_id = given.send_id and s.state = any (given."from")
          order by s.send_id for no key update of s),
       ended as (
         update mail_sends s
            set state = given."to", outcome = given.outcome, wall_ended_at = now(),
                text = case when given."to" = 'unknown' then s.text else '' end,
                bounced_at = coalesce(given.bounced_at, s.bounced_at),
                bounce_kind = case when given.bounced_at is null then s.bounce_kind else 'hard' end
           from old join given using (send_id) where s.send_id = old.send_id),
       due as (
         update mail_copies c set wall_next_try_at = now() from old join given using (send_id)
          where given."to" = 'accepted' and not given.filed and c.send_id = old.send_id),
       gone as (
         delete from mail_copies c using old join given using (send_id)
          where (given."to" = 'refused' or given.filed) and c.send_id = old.send_id)
       select ${COLUMNS.replaceAll(/\w+/g, 'old.$&')}, a.name as sender_name, coalesce(a.email, '') as sender_email
         from old join accounts a using (account_id)`,
      [jsonRows(endings)],
    );
    const ended = new Map(rows.map((row) => [row.send_id, row]));
    return endings.map(({ send_id }) => ended.get(send_id) ?? null);
  },
  { rank: LOCK_RANKS.sends, writes: true },
);

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
  own: { readonly process_id: string; readonly active: ReadonlyMap<string, unknown> },
  limit: number,
): Promise<readonly SendRow[]> {
  const { rows } = await db.query<SendRow>(
    `select ${COLUMNS} from mail_sends
      where wall_next_look_at <= now()
        and ((state in ('begun', 'handed_over')
              and ((process_id <> $1 and not ${IS_SEEN}) or (process_id = $1 and not send_id = any ($2::text[]))))
          or (state = 'unknown' and proof is not null))
      order by wall_next_look_at limit $3`,
    [own.process_id, [...own.active.keys()], limit],
  );
  // What began while the question waited for a connection is no more abandoned than what ran before.
  return rows.filter(({ process_id, send_id }) => process_id !== own.process_id || !own.active.has(send_id));
}
