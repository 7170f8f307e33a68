import type { Queryable } from '../../postgres/database.ts';
import { type EnrollmentFilter, enrollmentConditions } from './list-enrollments.ts';

export interface EnrollmentCounts {
  readonly by_status: Readonly<Record<string, number>>;
  readonly by_outcome: Readonly<Record<string, number>>;
  readonly by_step: Readonly<Record<string, number>>;
}

/** Counts with the filters of the list, so that every number can be listed. */
export async function countEnrollments(db: Queryable, filter: EnrollmentFilter): Promise<EnrollmentCounts> {
  const { text, values } = enrollmentConditions(filter);
  const { rows } = await db.query<{
    status: string | null;
    outcome: string | null;
    node: string | null;
    count: number;
  }>(
    `select e.status, e.outcome, e.node, count(*)::int as count from enrollments e where ${text}
      group by grouping sets ((e.status), (e.outcome), (e.node))`,
    values,
  );
  const counted = (key: 'status' | 'outcome' | 'node') =>
    Object.fromEntries(rows.flatMap((row) => (row[key] === null ? [] : [[row[key], row.count]])));
  return { by_status: counted('status'), by_outcome: counted('outcome'), by_step: counted('node') };
}
