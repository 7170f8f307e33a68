import type { Plan } from '../../../language/plan/plan.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { savePlan } from '../sequences/save-sequence-version.ts';
import type { ChangePlanRow, PlannedPerson } from './change-plan.ts';

export async function saveChangePlan(
  tx: Queryable,
  row: Omit<ChangePlanRow, 'applied_at' | 'status'>,
  plan: Plan,
  people: readonly PlannedPerson[],
): Promise<void> {
  await savePlan(tx, { digest: row.digest, plan });
  await tx.query(
    `insert into change_plans (id, hash, sequence, kind, move, from_version, to_version, digest, source, shown, status,
                               created_at, wall_expires_at, kept_by, take_over)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'planned', $11, $12, $13, $14)`,
    [
      row.id,
      row.hash,
      row.sequence,
      row.kind,
      row.move,
      row.from_version,
      row.to_version,
      row.digest,
      row.source,
      JSON.stringify(row.shown),
      row.created_at,
      row.wall_expires_at,
      row.kept_by,
      row.take_over,
    ],
  );
  await tx.query(
    `insert into change_plan_people (plan_id, enrollment_id, standing, state)
     select $1, enrollment_id, standing, state from unnest($2::text[], $3::text[], $4::text[]) as p (enrollment_id, standing, state)`,
    [
      row.id,
      people.map(({ enrollment_id }) => enrollment_id),
      people.map(({ standing }) => standing),
      people.map(({ state }) => state),
    ],
  );
}

/** Plans that were never applied are of no use once they have expired. */
export async function deleteExpiredPlans(tx: Queryable, sequence: string): Promise<void> {
  await tx.query(
    `delete from change_plans where sequence = $1 and status = 'planned' and wall_expires_at < now() - interval '7 days'`,
    [sequence],
  );
}
