import type { Plan } from '../../../language/plan/plan.ts';
import type { FindPlan } from '../../../runtime/store/sequences/plan-cache.ts';
import type { Database } from '../../../shared/postgres/database.ts';

export interface PlansOf {
  readonly db: Database;
  readonly findPlan: FindPlan;
}

/** Rows as they are shown with their plans, which are read one after the other: most rows are of the same few. */
export async function withPlans<Row extends { readonly digest: string }, Item>(
  { db, findPlan }: PlansOf,
  rows: readonly Row[],
  view: (row: Row, plan: Plan) => Item,
): Promise<Item[]> {
  const items: Item[] = [];
  for (const row of rows) items.push(view(row, await findPlan(row.digest, db)));
  return items;
}
