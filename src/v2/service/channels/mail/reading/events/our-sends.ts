import { DAY } from '../../../../../../shared/kit/duration.ts';
import type { Queryable } from '../../../../../../shared/postgres/database.ts';

/** How long after a mail its bounce may come: servers try for five days. */
const WINDOW = 14 * DAY;
const MINUTE = 60_000;

/** Whether a call of this service sent it. */
export async function isOurSend(tx: Queryable, accountId: string, messageId: string): Promise<boolean> {
  const { rows } = await tx.query('select 1 from mail_sends where account_id = $1 and message_id = $2', [
    accountId,
    messageId,
  ]);
  return rows.length > 0;
}

export interface SentMail {
  readonly message_id: string;
  /** Lowercase. */
  readonly recipients: readonly string[];
}

/**
 * The mail that came back, or was complained about: by the id in the report, else the last one that was sent to the address; of the sends of this service first,
 * then of those from elsewhere.
 */
export async function findSentMail(
  tx: Queryable,
  accountId: string,
  of: { readonly message_id: string | null; readonly recipient: string; readonly before: number },
): Promise<SentMail | null> {
  const { rows } = await tx.query<SentMail>(
    `select message_id, recipients from (
       select message_id, recipients, at, 1 as rank from mail_sends where account_id = $1 and message_id = $2
       union all
       select message_id, recipients, at, 2 from mails where account_id = $1 and outgoing and message_id = $2
       union all
       select message_id, recipients, wall_begun_at, 3 from mail_sends
        where account_id = $1 and $2::text is null and $3 = any (recipients) and state <> 'refused' and wall_begun_at between $4 and $5
       union all
       select message_id, recipients, at, 4 from mails
        where account_id = $1 and $2::text is null and outgoing and $3 = any (recipients) and at between $4 and $5
     ) as sent order by rank, at desc limit 1`,
    [accountId, of.message_id, of.recipient, new Date(of.before - WINDOW), new Date(of.before + MINUTE)],
  );
  return rows[0] ?? null;
}

/**
 * Notes a bounce, from which the mailbox's bounce rate is counted. A mail that bounced for good stays so, whatever else comes
 * back of it.
 */
export async function markBounced(
  tx: Queryable,
  accountId: string,
  messageId: string,
  bounce: { readonly kind: 'hard' | 'soft'; readonly at: number },
): Promise<void> {
  await tx.query(
    `update mail_sends set bounced_at = coalesce(bounced_at, $3), bounce_kind = case bounce_kind when 'hard' then 'hard' else $4 end
      where account_id = $1 and message_id = $2`,
    [accountId, messageId, new Date(bounce.at), bounce.kind],
  );
}
