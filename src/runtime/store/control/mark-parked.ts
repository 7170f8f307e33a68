import type { Queryable } from '../../../shared/postgres/database.ts';
import { lockSeveral } from '../enrollments/lock-enrollments.ts';

/**
 * Marks enrollments as parked, or no longer so: a step met a pause or a backoff, and its walk waits without a deadline until
 * whoever ends that wakes it. Returns those that this changed.
 */
export async function setParked(tx: Queryable, ids: readonly string[], parked: boolean): Promise<string[]> {
  await lockSeveral(tx, ids);
  const { rows } = await tx.query<{ id: string }>(
    'update enrollments set held = $2 where id = any($1) and held <> $2 returning id',
    [[...ids], parked],
  );
  return rows.map(({ id }) => id);
}
