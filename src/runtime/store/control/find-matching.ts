import type { Queryable } from '../../../shared/postgres/database.ts';
import { type EnrollmentFilter, enrollmentConditions } from '../enrollments/enrollment-filter.ts';
import { indexedFilter } from '../enrollments/indexed-filter.ts';

export async function countMatching(db: Queryable, filter: EnrollmentFilter): Promise<number> {
  const { text, values } = enrollmentConditions(await indexedFilter(db, filter));
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from enrollments e where ${text}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

/**
 * The moment, as `created_by`, by which every enrollment was there that is there now: clocks of other machines may be ahead of ours. Under
 * `lockPauses`, so that nobody is being written.
 */
export async function readPresent(tx: Queryable, now: Date): Promise<string> {
  const { rows } = await tx.query<{ at: Date }>(
    'select greatest($1, (select max(created_at) from enrollments)) as at',
    [now],
  );
  return (rows[0]?.at ?? now).toISOString();
}

/** How many fit the filter, and how many of these fit `part` as well: in one statement, so that both are of one moment. */
export async function countWithPart(
  db: Queryable,
  filter: EnrollmentFilter,
  part: EnrollmentFilter,
): Promise<{ readonly all: number; readonly part: number }> {
  const { text, values } = enrollmentConditions(await indexedFilter(db, filter));
  const more = enrollmentConditions(await indexedFilter(db, part), values.length);
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from enrollments e where ${text}
      union all select count(*)::int from enrollments e where ${text} and ${more.text}`,
    [...values, ...more.values],
  );
  // Whatever the order of the two, a part is never more than all.
  const counts = rows.map(({ count }) => count);
  return { all: Math.max(...counts), part: Math.min(...counts) };
}

/** The next ones after the id `after`, oldest first. */
export async function findMatching(
  db: Queryable,
  filter: EnrollmentFilter,
  page: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const { text, values } = enrollmentConditions(await indexedFilter(db, filter));
  const { rows } = await db.query<{ id: string }>(
    `select e.id from enrollments e where ${text} and e.id > $${values.length + 1}
      order by e.id limit $${values.length + 2}`,
    [...values, page.after, page.limit],
  );
  return rows.map(({ id }) => id);
}
