import type { Queryable } from '../../../shared/postgres/database.ts';
import { type EnrollmentFilter, enrollmentConditions } from '../enrollments/list-enrollments.ts';

export async function countMatching(db: Queryable, filter: EnrollmentFilter): Promise<number> {
  const { text, values } = enrollmentConditions(filter);
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from enrollments e where ${text}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

/** The next ones after the id `after`, oldest first. */
export async function findMatching(
  db: Queryable,
  filter: EnrollmentFilter,
  page: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const { text, values } = enrollmentConditions(filter);
  const { rows } = await db.query<{ id: string }>(
    `select e.id from enrollments e where ${text} and e.id > $${values.length + 1}
      order by e.id limit $${values.length + 2}`,
    [...values, page.after, page.limit],
  );
  return rows.map(({ id }) => id);
}
