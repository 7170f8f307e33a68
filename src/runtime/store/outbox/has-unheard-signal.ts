import type { Queryable } from '../../../shared/postgres/database.ts';

/** Whether its workflow has yet to hear of something. */
export async function hasUnheardSignal(tx: Queryable, enrollmentId: string): Promise<boolean> {
  const { rows } = await tx.query('select from outbox where target_id = $1 limit 1', [enrollmentId]);
  return rows.length > 0;
}
