import type { Queryable } from '../../../shared/postgres/database.ts';

/** A call that has gone out by the ledger, or may have. */
export interface KnownCall {
  readonly action: string;
  readonly at: Date;
  readonly in_doubt: boolean;
}

/** Calls of the account from then on that the log of the service has to have, or may have, but for those that are noted beside it. Oldest first. */
export async function listKnownCalls(db: Queryable, accountId: string, since: Date): Promise<KnownCall[]> {
  const { rows } = await db.query<KnownCall & Record<string, unknown>>(
    `select i.action, i.created_at as at, i.state <> 'done' as in_doubt from intents i
      where i.account_id = $1 and i.created_at >= $2 and i.state in ('done', 'sent', 'unknown')
        and not i.request ? 'first' and i.response ->> 'refused' is null
        and not exists (select from unowned_calls u where u.met_by = i.key and u.at = i.created_at)
        and not exists (select from weighed_calls w where w.intent = i.key and w.at = i.created_at)
      order by i.created_at`,
    [accountId, since],
  );
  return rows;
}

/**
 * Reads since when it is known that the account is ours to send from; null: nobody has sent from it, nor is anybody to. Its earlier calls were
 * others'.
 */
export async function readKnownSince(db: Queryable, accountId: string): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select coalesce(
              (select min(created_at) from intents where account_id = $1),
              (select min(created_at) from enrollments where $1 in (senders ->> 'professional', senders ->> 'messenger', senders ->> 'email'))) as at`,
    [accountId],
  );
  return rows[0]?.at ?? null;
}
