import type { Queryable } from '../../../shared/postgres/database.ts';

/**
 * Copies facts about the person from the enrollment that a `run` ends to the one that begins: they are out of office still, their answer is labeled,
 * and an invitation of the same account is pending or accepted. Returns whether they are connected.
 */
export async function carryOver(tx: Queryable, from: string, to: string): Promise<boolean> {
  const { rows } = await tx.query<{ connected: boolean }>(
    `update enrollments e
        set away_until = old.away_until, unclear_since = old.unclear_since, label = old.label, labeled_at = old.labeled_at, invited_at = case when same then old.invited_at end,
            accepted_at = case when same then old.accepted_at end,
            withdrawn_at = case when same then old.withdrawn_at end,
            invitation_id = case when same then old.invitation_id end
       from (select o.*, o.senders ->> 'professional' = n.senders ->> 'professional' as same
               from enrollments o, enrollments n where o.id = $1 and n.id = $2) as old
      where e.id = $2
     returning e.accepted_at is not null as connected`,
    [from, to],
  );
  return rows[0]?.connected ?? false;
}
