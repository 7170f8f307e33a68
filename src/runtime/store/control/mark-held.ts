import type { Queryable } from '../../../shared/postgres/database.ts';
import { lockSeveral } from '../enrollments/lock-enrollments.ts';

/**
 * Held: a step met a pause or a backoff, its walk waits without a deadline and must be woken when that ends. Returns
 * those that were not so already.
 */
export async function setHeld(tx: Queryable, ids: readonly string[], held: boolean): Promise<string[]> {
  await lockSeveral(tx, ids);
  const { rows } = await tx.query<{ id: string }>(
    'update enrollments set held = $2 where id = any($1) and held <> $2 returning id',
    [[...ids], held],
  );
  return rows.map(({ id }) => id);
}
