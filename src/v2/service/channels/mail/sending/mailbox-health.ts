import { DAY } from '../../../../../shared/kit/duration.ts';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { requireOwnTransaction, setwise } from '../../../../../shared/postgres/shared-transaction.ts';
import { bracketed } from '../../bracketed.ts';
import type { EmailChannel, MailboxHealth } from '../../email-channel.ts';
import { lockMailboxes } from '../../lock-mailboxes.ts';

/** Virtual time: older mails say little about a mailbox's health today. The journal is kept for as long (see `purge-sends.ts`). */
const WINDOW = 30 * DAY;

/**
 * From the journal: what went out, may have gone out, or is about to, today's by the UTC day of virtual time. A recipient whom the
 * server refused at once counts as bounced. Of the calls that share a transaction each counts the mails of those before it.
 */
export const readHealth = setwise(
  async (tx: Queryable, asked: readonly { readonly account_id: string; readonly now: number }[]) => {
    const now = Math.max(...asked.map((one) => one.now));
    const known = await countSends(tx, [...new Set(asked.map(({ account_id }) => account_id))], now);
    return asked.map(({ account_id }): MailboxHealth => {
      const counts = known.get(account_id) ?? NONE;
      known.set(account_id, { ...counts, today: counts.today + 1, sent: counts.sent + 1 });
      return healthOf(counts);
    });
  },
);

interface SendCounts {
  readonly today: number;
  readonly sent: number;
  readonly bounced: number;
}

const NONE: SendCounts = { today: 0, sent: 0, bounced: 0 };

const healthOf = ({ today, sent, bounced }: SendCounts = NONE): MailboxHealth => ({
  sends_today: today,
  bounce_rate: sent === 0 ? 0 : bounced / sent,
});

async function countSends(tx: Queryable, accountIds: readonly string[], now: number): Promise<Map<string, SendCounts>> {
  const { rows } = await tx.query<SendCounts & { account_id: string }>(
    `select account_id, count(*) filter (where at >= $3 and state <> 'refused')::int as today, count(*)::int as sent,
            count(*) filter (where bounced_at is not null)::int as bounced
       from mail_sends
      where account_id = any ($1::text[]) and at >= $2 and (state <> 'refused' or bounced_at is not null)
      group by account_id`,
    [accountIds, new Date(now - WINDOW), new Date(now - (now % DAY))],
  );
  return new Map(rows.map(({ account_id, ...counts }) => [account_id, counts]));
}

/** A mailbox holds the threads of the mails that it sent or received, and of those that it answered. */
export const readMailboxes: EmailChannel['mailboxes'] = async ({ tx, now }, { account_ids, thread_ref }) => {
  // Which mailbox is chosen depends on what others send meanwhile.
  requireOwnTransaction(tx);
  await lockMailboxes(tx, account_ids);
  const counts = await countSends(tx, account_ids, now);
  const holding = thread_ref === null ? [] : await listHolders(tx, account_ids, bracketed(thread_ref));
  return new Map(account_ids.map((id) => [id, { ...healthOf(counts.get(id)), holds_thread: holding.includes(id) }]));
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
