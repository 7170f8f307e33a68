import type { Queryable } from '../../../shared/postgres/database.ts';
import { type EnrollmentFilter, enrollmentConditions } from '../enrollments/list-enrollments.ts';

/**
 * Calls that were sent for these enrollments in the last minute, or are about to be, and whose outcome is not stored yet. Older
 * ones are in doubt and resolved by reading back.
 */
export async function countFlights(db: Queryable, filter: EnrollmentFilter): Promise<number> {
  const { text, values } = enrollmentConditions(filter);
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from intents i join enrollments e on e.id = i.enrollment_id
      where i.state = 'sent' and i.wall_created_at > now() - interval '1 minute' and ${text}`,
    values,
  );
  return rows[0]?.count ?? 0;
}
