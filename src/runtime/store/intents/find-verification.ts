import type { Queryable } from '../../../shared/postgres/database.ts';

/** Whether the network itself was asked since then how this account stands with this person, by any enrollment of theirs. */
export async function wasVerified(
  db: Queryable,
  asked: { readonly enrollment_id: string; readonly account_id: string; readonly since: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from enrollments own join enrollments e on e.lead_id = own.lead_id join intents i on i.enrollment_id = e.id
      where own.id = $1 and i.account_id = $2 and i.category = 'network' and i.action = 'check_invitation' and i.state = 'done'
        and i.settled_at > $3 limit 1`,
    [asked.enrollment_id, asked.account_id, asked.since],
  );
  return rowCount === 1;
}
