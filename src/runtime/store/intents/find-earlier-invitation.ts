import type { Queryable } from '../../../shared/postgres/database.ts';
import type { IntentRow } from './intent.ts';

/**
 * The last invitation of this account to the same person that may have gone out before this one, and was not withdrawn in between.
 * Null: there is none. `invitation_id` as the network numbers it; null: its answer is not known.
 */
export async function findEarlierInvitation(
  db: Queryable,
  {
    key,
    enrollment_id,
    account_id,
    created_at,
  }: Pick<IntentRow, 'key' | 'enrollment_id' | 'account_id' | 'created_at'>,
): Promise<{ readonly invitation_id: string | null } | null> {
  const { rows } = await db.query<{ action: string; invitation_id: string | null }>(
    `select i.action, i.response ->> 'invitation_id' as invitation_id
       from enrollments own join enrollments e on e.lead_id = own.lead_id join intents i on i.enrollment_id = e.id
      where own.id = $1 and i.account_id = $2 and i.key <> $3 and i.created_at <= $4 and i.category = 'network'
        and (i.action = 'invite' and i.state in ('sent', 'unknown', 'done') or i.action = 'withdraw' and i.state = 'done')
      order by i.created_at desc, i.key desc limit 1`,
    [enrollment_id, account_id, key, created_at],
  );
  const [last] = rows;
  return last?.action === 'invite' ? { invitation_id: last.invitation_id } : null;
}
