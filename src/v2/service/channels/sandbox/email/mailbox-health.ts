import { DAY } from '../../../../../shared/kit/duration.ts';
import { bracketed } from '../../bracketed.ts';
import type { Call } from '../../call.ts';
import type { EmailChannel, MailboxHealth } from '../../email-channel.ts';
import { lockMailboxes } from '../../lock-mailboxes.ts';

/** Counted from the mails themselves, today's by the UTC day of virtual time. */
export async function mailboxHealth({ tx, account, now }: Call): Promise<MailboxHealth> {
  const { rows } = await tx.query<{ today: number; sent: number; bounced: number }>(
    `select count(*) filter (where at >= $2)::int as today, count(*)::int as sent,
            count(*) filter (where bounced)::int as bounced
       from sandbox_mails where account_id = $1 and outgoing`,
    [account.account_id, new Date(now - (now % DAY))],
  );
  const { today = 0, sent = 0, bounced = 0 } = rows[0] ?? {};
  return { sends_today: today, bounce_rate: sent === 0 ? 0 : bounced / sent };
}

export const readMailboxes: EmailChannel['mailboxes'] = async (call, { account_ids, thread_ref }) => {
  await lockMailboxes(call.tx, account_ids);
  const { rows: holders } = await call.tx.query<{ account_id: string }>(
    'select account_id from sandbox_mails where account_id = any ($1::text[]) and message_id = $2',
    [account_ids, thread_ref === null ? null : bracketed(thread_ref)],
  );
  const holding = new Set(holders.map(({ account_id }) => account_id));
  const mailboxes = new Map<string, MailboxHealth & { holds_thread: boolean }>();
  for (const account_id of account_ids) {
    const health = await mailboxHealth({ ...call, account: { ...call.account, account_id } });
    mailboxes.set(account_id, { ...health, holds_thread: holding.has(account_id) });
  }
  return mailboxes;
};
