import type { Queryable } from '../../../shared/postgres/database.ts';
import { type EnrollmentFilter, enrollmentConditions } from '../enrollments/enrollment-filter.ts';

/** Counts answers that are being sent. Only a stop of more than one sequence or campaign stops answers too. */
async function countAnswers(db: Queryable, { account_id, campaign_id, sequence }: EnrollmentFilter): Promise<number> {
  if (campaign_id !== undefined || sequence !== undefined) return 0;
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from intents
      where answer_id is not null and state = 'sent' and wall_created_at > now() - interval '1 minute' and account_id = coalesce($1, account_id)`,
    [account_id ?? null],
  );
  return rows[0]?.count ?? 0;
}

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
  return (rows[0]?.count ?? 0) + (await countAnswers(db, filter));
}
