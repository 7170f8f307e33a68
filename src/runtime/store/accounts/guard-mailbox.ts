import { DAY } from '../../../shared/kit/duration.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { announce } from '../announcements/announce.ts';
import { wakeBooked } from './wake-booked.ts';

/** The figures at which a mailbox pauses itself, before its providers act. */
export interface Guardrails {
  /** Virtual time that is looked back on. */
  readonly days: number;
  /** Sends below which no share says anything. */
  readonly at_least: number;
  /** Shares of the sends. */
  readonly bounces: number;
  readonly complaints: number;
}

export const DEFAULT_GUARDRAILS: Guardrails = { days: 7, at_least: 20, bounces: 0.05, complaints: 0.001 };

export interface MailHealth {
  readonly since: Date;
  readonly sends: number;
  readonly bounces: number;
  readonly complaints: number;
}

/** Inserts a report once per event, however often the event is ingested. */
export async function insertBounceOrComplaint(
  tx: Queryable,
  reported: {
    readonly event_id: string;
    readonly account_id: string;
    readonly kind: 'bounce' | 'complaint';
    readonly at: Date;
  },
): Promise<void> {
  await tx.query(
    'insert into mail_troubles (event_id, account_id, kind, at) values ($1, $2, $3, $4) on conflict do nothing',
    [reported.event_id, reported.account_id, reported.kind, reported.at],
  );
}

/** Reads the figures of the last days, but not from before a person last resumed the mailbox. */
export async function readMailHealth(
  db: Queryable,
  accountId: string,
  { days }: Pick<Guardrails, 'days'>,
  now: Date,
): Promise<MailHealth> {
  const { rows } = await db.query<MailHealth & Record<string, unknown>>(
    `with since as (select greatest(guarded_since, $2::timestamptz) as since from accounts where id = $1)
     select since,
            (select count(*)::int from intents where account_id = $1 and limit_class = 'email' and state = 'done'
                and created_at > since) as sends,
            (select count(*)::int from mail_troubles where account_id = $1 and kind = 'bounce' and at > since) as bounces,
            (select count(*)::int from mail_troubles where account_id = $1 and kind = 'complaint' and at > since) as complaints
       from since`,
    [accountId, new Date(now.getTime() - days * DAY)],
  );
  return rows[0] ?? { since: now, sends: 0, bounces: 0, complaints: 0 };
}

/** Lists the mailboxes that are not paused and have had a bounce or complaint in the days that count. */
export async function listMailboxesToGuard(
  db: Queryable,
  { days }: Pick<Guardrails, 'days'>,
  now: Date,
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select a.id from accounts a
      where a.platform = 'email' and a.paused_at is null
        and exists (select from mail_troubles t where t.account_id = a.id and t.at > greatest(a.guarded_since, $1::timestamptz))
      order by a.id`,
    [new Date(now.getTime() - days * DAY)],
  );
  return rows.map(({ id }) => id);
}

/** Pauses the mailbox where its figures ask for it; returns why, or null. */
export async function guardMailbox(
  tx: Queryable,
  accountId: string,
  rules: Guardrails,
  now: Date,
): Promise<string | null> {
  const { rows } = await tx.query<{ paused_at: Date | null }>(
    `select paused_at from accounts where id = $1 and platform = 'email' for no key update`,
    [accountId],
  );
  if (rows[0]?.paused_at !== null) return null;
  const reason = whatIsWrong(await readMailHealth(tx, accountId, rules, now), rules);
  if (reason === null) return null;
  await tx.query('update accounts set paused_at = $2, paused_reason = $3 where id = $1', [accountId, now, reason]);
  await wakeBooked(tx, accountId, now);
  const detail = { state: 'paused', reason, by_itself: true };
  await announce(tx, { type: 'account.paused', at: now, account_id: accountId, detail });
  return reason;
}

/** Says why a mailbox must not go on sending; null: nothing is wrong. */
function whatIsWrong({ sends, bounces, complaints }: MailHealth, rules: Guardrails): string | null {
  if (sends < rules.at_least) return null;
  const inWords = (count: number, what: string, limit: number): string =>
    `${count} of ${sends} mails of the last ${rules.days} days ${what} (${percent(count / sends)}; the limit is ${percent(limit)})`;
  if (bounces / sends >= rules.bounces) return inWords(bounces, 'bounced', rules.bounces);
  if (complaints / sends >= rules.complaints) return inWords(complaints, 'were reported as spam', rules.complaints);
  return null;
}

const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

/** A person has looked at it: what was before does not count any more. False: it was not paused. */
export async function resumeMailbox(tx: Queryable, accountId: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update accounts set paused_at = null, paused_reason = null, guarded_since = $2 where id = $1 and paused_at is not null`,
    [accountId, at],
  );
  return rowCount === 1;
}
