import type { Queryable } from '../../../shared/postgres/database.ts';
import type { IntentRow } from './intent.ts';

/**
 * The invitations of this account to the same person that may have gone out after this one, as another enrollment of theirs sends
 * them. Each as the network numbers it; null: its answer is not known.
 */
export async function findLaterInvitations(
  db: Queryable,
  {
    key,
    enrollment_id,
    account_id,
    created_at,
  }: Pick<IntentRow, 'key' | 'enrollment_id' | 'account_id' | 'created_at'>,
): Promise<(string | null)[]> {
  const { rows } = await db.query<{ invitation_id: string | null }>(
    `select i.response ->> 'invitation_id' as invitation_id
       from enrollments own join enrollments e on e.lead_id = own.lead_id join intents i on i.enrollment_id = e.id
      where own.id = $1 and i.account_id = $2 and i.key <> $3 and i.created_at > $4 and i.category = 'network'
        and i.action = 'invite' and i.state in ('sent', 'unknown', 'done') and i.response ->> 'refused' is null`,
    [enrollment_id, account_id, key, created_at],
  );
  return rows.map(({ invitation_id }) => invitation_id);
}
