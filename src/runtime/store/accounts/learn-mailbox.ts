import type { Queryable } from '../../../shared/postgres/database.ts';

/** The figures that a mailbox reports with a send. spec: messages / send, email. */
export interface MailboxHealth {
  readonly sends_today: number | null;
  readonly daily_limit: number | null;
  readonly bounce_rate: number | null;
}

/** Saves what a mailbox reported. Figures that it left out stay as they were. `local_day`: the day of the send, in the account's zone. */
export async function learnMailbox(
  tx: Queryable,
  seen: MailboxHealth & { readonly account_id: string; readonly local_day: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    `update accounts a
        set mailbox_limit = coalesce($2, a.mailbox_limit), bounce_rate = coalesce($3, a.bounce_rate), mailbox_seen_at = $5,
            mailbox_elsewhere = greatest(0, coalesce($4, 0) - (
              select coalesce(sum(s.amount), 0) from slots s
               where s.account_id = a.id and s.limit_class = 'email' and s.local_day = $6 and s.state = 'used' and s.spent = 0))
      where a.id = $1`,
    [seen.account_id, seen.daily_limit, seen.bounce_rate, seen.sends_today, seen.at, seen.local_day],
  );
}

/** How many InMails the seat has. spec: balance / get. */
export async function learnInMails(
  db: Queryable,
  seen: { readonly account_id: string; readonly balance: number; readonly at: Date },
): Promise<void> {
  await db.query(
    `update accounts set inmail_balance = $2, inmail_read_at = $3
      where id = $1 and (inmail_read_at is null or inmail_read_at <= $3)`,
    [seen.account_id, seen.balance, seen.at],
  );
}
