import type { Identity } from '../../../shared/identity/identity.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** Somebody whom this account invited, and of whom no answer is known. */
export interface WaitingPerson {
  readonly lead_id: string;
  readonly invited_at: Date;
  readonly profile_url: string | null;
  readonly identities: readonly Identity[];
}

/** Those who wait longest first. */
export async function findWaiting(db: Queryable, accountId: string, limit: number): Promise<WaitingPerson[]> {
  const { rows } = await db.query<WaitingPerson & Record<string, unknown>>(
    `select e.lead_id, min(e.invited_at) as invited_at, l.profile_url,
            (select jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value)) from identities i
              where i.lead_id = e.lead_id and i.kind in ('slug', 'profile_id', 'urn')) as identities
       from enrollments e join leads l on l.id = e.lead_id
      where e.senders ->> 'professional' = $1 and e.status <> 'finished'
        and e.invited_at is not null and e.accepted_at is null and e.withdrawn_at is null
        and exists (select from identities i where i.lead_id = e.lead_id and i.kind in ('slug', 'profile_id', 'urn'))
      group by e.lead_id, l.profile_url order by 2, 1 limit $2`,
    [accountId, limit],
  );
  return rows;
}

/** Whether an event has reported this message of the account. */
export async function isKnownMessage(db: Queryable, accountId: string, messageId: string): Promise<boolean> {
  const prefix = `message/${messageId}/`;
  const { rowCount } = await db.query(
    `select from events where account_id = $1 and left(about, length($2)) = $2 and state in ('pending', 'matched') limit 1`,
    [accountId, prefix],
  );
  return (rowCount ?? 0) > 0;
}

/** Whether one of these people is in a sequence or has been: who has ended it may still say no. */
export async function wasEverEnrolled(db: Queryable, leadIds: readonly string[]): Promise<boolean> {
  const { rowCount } = await db.query('select from enrollments where lead_id = any($1) limit 1', [[...leadIds]]);
  return (rowCount ?? 0) > 0;
}
