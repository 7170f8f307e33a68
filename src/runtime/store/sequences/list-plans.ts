import type { Plan } from '../../../language/plan/plan.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** Nobody compares what was longer ago. */
const MOST = 200;

/** The latest versions of a sequence with their plans, newest first. */
export async function listPlans(
  db: Queryable,
  sequence: string,
): Promise<readonly { readonly version: number; readonly plan: Plan }[]> {
  const { rows } = await db.query<{ version: number; plan: Plan }>(
    `select v.version, p.plan from sequence_versions v join plans p on p.digest = v.digest
      where v.sequence = $1 order by v.version desc limit $2`,
    [sequence, MOST],
  );
  return rows;
}
