import { DAY } from '../../../../../shared/kit/duration.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { bracketed } from '../../bracketed.ts';
import type { EmailChannel, MailboxHealth } from '../../email-channel.ts';
import { lockMailboxes } from '../../lock-mailboxes.ts';

/** Virtual time: older mails say little about a mailbox's health today. The journal is kept for as long (see `purge-sends.ts`). */
const WINDOW = 30 * DAY;

const NONE: MailboxHealth = { sends_today: 0, bounce_rate: 0 };

/**
 * From the journal: what went out, may have gone out, or is about to, today's by the UTC day of virtual time. A recipient whom the
 * server refused at once counts as bounced.
 */
export async function readHealth(
  tx: Queryable,
  accountIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, MailboxHealth>> {
  const { rows } = await tx.query<{ account_id: string; today: number; sent: number; bounced: number }>(
    `select account_id, count(*) filter (where at >= $3 and state <> 'refused')::int as today, count(*)::int as sent,
            count(*) filter (where bounced_at is not null)::int as bounced
       from mail_sends
      where account_id = any ($1::text[]) and at >= $2 and (state <> 'refused' or bounced_at is not null)
      group by account_id`,
    [accountIds, new Date(now - WINDOW), new Date(now - (now % DAY))],
  );
  const known = new Map(
    rows.map(({ account_id, today, sent, bounced }) => [
      account_id,
      { sends_today: today, bounce_rate: sent === 0 ? 0 : bounced / sent },
    ]),
  );
  return new Map(accountIds.map((id) => [id, known.get(id) ?? NONE]));
}

/** A mailbox holds the threads of the mails that it sent or received, and of those that it answered. */
export const readMailboxes: EmailChannel['mailboxes'] = async ({ tx, now }, { account_ids, thread_ref }) => {
  await lockMailboxes(tx, account_ids);
  const health = await readHealth(tx, account_ids, now);
  const holding = thread_ref === null ? [] : await listHolders(tx, account_ids, bracketed(thread_ref));
  return new Map([...health].map(([id, row]) => [id, { ...row, holds_thread: holding.includes(id) }]));
};

async function listHolders(
  tx: Queryable,
  accountIds: readonly string[],
  messageId: string,
): Promise<readonly string[]> {
  const { rows } = await tx.query<{ account_id: string }>(
    `select account_id from mail_sends
      where account_id = any ($1::text[]) and state <> 'refused' and (message_id = $2 or in_reply_to = $2)
     union select account_id from mails where account_id = any ($1::text[]) and message_id = $2`,
    [accountIds, messageId],
  );
  return rows.map(({ account_id }) => account_id);
}
