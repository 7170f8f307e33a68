import type { Queryable } from '../../postgres/database.ts';

/** False: somebody else has begun it. */
export async function beginChange(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update change_plans set status = 'applying' where id = $1 and status = 'planned'`,
    [id],
  );
  return rowCount === 1;
}

export async function endChange(tx: Queryable, id: string, at: Date): Promise<void> {
  await tx.query(`update change_plans set status = 'applied', applied_at = $2 where id = $1 and status = 'applying'`, [
    id,
    at,
  ]);
}

/** The next people to move, in a fixed order; locked, so that two who carry the same plan on take turns. */
export async function claimPending(tx: Queryable, planId: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ enrollment_id: string }>(
    `select enrollment_id from change_plan_people where plan_id = $1 and state = 'pending'
      order by enrollment_id limit $2 for update`,
    [planId, limit],
  );
  return rows.map(({ enrollment_id }) => enrollment_id);
}

export async function settlePerson(
  tx: Queryable,
  planId: string,
  person: { readonly enrollment_id: string; readonly state: 'moved' | 'left'; readonly note: string | null },
): Promise<void> {
  await tx.query('update change_plan_people set state = $3, note = $4 where plan_id = $1 and enrollment_id = $2', [
    planId,
    person.enrollment_id,
    person.state,
    person.note,
  ]);
}
