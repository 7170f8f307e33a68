import type { Queryable } from '../../../shared/postgres/database.ts';

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

/**
 * Locks the change for one more part of it, so that processes that apply it take turns, and nobody publishes another version
 * meanwhile. Null: it is over.
 */
export async function lockChange(
  tx: Queryable,
  change: { readonly id: string; readonly sequence: string },
): Promise<{ readonly current_version: number } | null> {
  const { rows } = await tx.query<{ current_version: number }>(
    'select current_version from sequences where name = $1 for share',
    [change.sequence],
  );
  const { rowCount } = await tx.query(
    `select id from change_plans where id = $1 and status = 'applying' for no key update`,
    [change.id],
  );
  return rowCount === 1 ? (rows[0] ?? null) : null;
}

/** The next people to move, in a fixed order. */
export async function listPending(tx: Queryable, planId: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ enrollment_id: string }>(
    `select enrollment_id from change_plan_people where plan_id = $1 and state = 'pending'
      order by enrollment_id limit $2`,
    [planId, limit],
  );
  return rows.map(({ enrollment_id }) => enrollment_id);
}

export interface PersonResult {
  readonly enrollment_id: string;
  readonly state: 'moved' | 'left';
  readonly note: string | null;
}

export async function recordResults(tx: Queryable, planId: string, people: readonly PersonResult[]): Promise<void> {
  await tx.query(
    `update change_plan_people p set state = s.state, note = s.note
       from unnest($2::text[], $3::text[], $4::text[]) as s (enrollment_id, state, note)
      where p.plan_id = $1 and p.enrollment_id = s.enrollment_id`,
    [
      planId,
      people.map(({ enrollment_id }) => enrollment_id),
      people.map(({ state }) => state),
      people.map(({ note }) => note),
    ],
  );
}

/** Nobody else of this change is to be moved. */
export async function leavePending(tx: Queryable, planId: string, note: string): Promise<void> {
  await tx.query(`update change_plan_people set state = 'left', note = $2 where plan_id = $1 and state = 'pending'`, [
    planId,
    note,
  ]);
}
