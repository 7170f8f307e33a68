import type { Queryable } from '../../../shared/postgres/database.ts';

/** Sets variables of an enrollment. Those that are not named stay. */
export async function setVars(
  tx: Queryable,
  enrollmentId: string,
  vars: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (Object.keys(vars).length === 0) return;
  await tx.query('update enrollments set vars = vars || $2 where id = $1', [enrollmentId, JSON.stringify(vars)]);
}
