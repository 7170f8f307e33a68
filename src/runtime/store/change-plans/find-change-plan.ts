import type { Queryable } from '../../../shared/postgres/database.ts';
import type { ChangePlan, PlannedPerson } from './change-plan.ts';

const CHANGES = 'select c.*, p.plan from change_plans c join plans p on p.digest = c.digest';

export type ChangeName = { readonly id: string } | { readonly hash: string; readonly kind?: ChangePlan['kind'] };

/**
 * Finds a plan by its id or its hash. Several with one hash say the same: the one that is in force is found, so that applying twice is applying once,
 * else the newest; a plan that was rolled back is over. `kind` leaves out other kinds of change.
 */
export async function findChangePlan(db: Queryable, sequence: string, name: ChangeName): Promise<ChangePlan | null> {
  const { rows } = await db.query<ChangePlan & Record<string, unknown>>(
    `${CHANGES} left join sequences s on s.name = c.sequence
      where c.sequence = $1 and ($2::text is null or c.id = $2) and ($3::text is null or c.hash = $3)
        and ($4::text is null or c.kind = $4)
      order by c.status <> 'planned' and c.to_version = coalesce(s.current_version, 0) desc, c.created_at desc, c.id desc limit 1`,
    [sequence, 'id' in name ? name.id : null, 'hash' in name ? name.hash : null, 'kind' in name ? name.kind : null],
  );
  return rows[0] ?? null;
}

/** Published, with people who are still to be moved. */
export async function findUnfinishedChange(db: Queryable): Promise<ChangePlan | null> {
  const { rows } = await db.query<ChangePlan & Record<string, unknown>>(
    `${CHANGES} where c.status = 'applying' order by c.created_at, c.id limit 1`,
  );
  return rows[0] ?? null;
}

export async function listPlannedPeople(db: Queryable, planId: string): Promise<PlannedPerson[]> {
  const { rows } = await db.query<PlannedPerson & Record<string, unknown>>(
    'select enrollment_id, standing, state from change_plan_people where plan_id = $1',
    [planId],
  );
  return rows;
}

/** Counts the people whom a plan has moved and has still to move, and lists why somebody was left where they were. */
export async function countMoved(
  db: Queryable,
  planId: string,
): Promise<{ moved: number; remaining: number; left: { id: string; reason: string }[] }> {
  const { rows } = await db.query<{ moved: number; remaining: number; left: { id: string; reason: string }[] | null }>(
    `select count(*) filter (where state = 'moved')::int as moved, count(*) filter (where state = 'pending')::int as remaining,
            jsonb_agg(jsonb_build_object('id', enrollment_id, 'reason', note) order by enrollment_id)
              filter (where state = 'left') as left
       from change_plan_people where plan_id = $1`,
    [planId],
  );
  const [row] = rows;
  return { moved: row?.moved ?? 0, remaining: row?.remaining ?? 0, left: row?.left ?? [] };
}

/** Those whom a change brought into this version. */
export async function listMovedInto(db: Queryable, sequence: string, version: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct m.enrollment_id as id
       from change_plan_people m join change_plans c on c.id = m.plan_id
       join enrollments e on e.id = m.enrollment_id
      where c.sequence = $1 and c.to_version = $2 and m.state = 'moved' and e.version = $2 and e.status <> 'finished'`,
    [sequence, version],
  );
  return rows.map(({ id }) => id);
}
