import type { Queryable } from '../../../shared/postgres/database.ts';

/**
 * Locks these enrollments in the order of their ids. An update of many takes its rows in whatever order the plan meets them, and two
 * that meet the same two rows in opposite orders wait for each other for good: who changes several locks them first.
 */
export async function lockEnrollments(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx.query('select from enrollments where id = any($1) order by id for no key update', [[...ids]]);
}

/** Before an update of the same rows, and of nothing else: one row has no order, and its update locks it. */
export async function lockSeveral(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 1) await lockEnrollments(tx, ids);
}

/**
 * All of these people, and of the colleagues whom their answer stops: who goes through one person after the other would otherwise
 * take the rows of the second after those of the first.
 */
export async function lockEnrollmentsOf(
  tx: Queryable,
  leadIds: readonly string[],
  { colleagues = false }: { readonly colleagues?: boolean } = {},
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select e.id from enrollments e
      where e.lead_id = any($1)
         or ($2 and e.status <> 'finished' and e.lead_id in (
              select other.id from leads other join leads own on own.company_key = other.company_key where own.id = any($1)))
      order by e.id for no key update`,
    [[...leadIds], colleagues],
  );
  return rows.map(({ id }) => id);
}
