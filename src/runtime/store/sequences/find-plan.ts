import type { Plan } from '../../../language/plan/plan.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

export async function findPlan(db: Queryable, digest: string): Promise<Plan | null> {
  const { rows } = await db.query<{ plan: Plan }>('select plan from plans where digest = $1', [digest]);
  return rows[0]?.plan ?? null;
}
