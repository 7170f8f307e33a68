import type { Queryable } from '../../postgres/database.ts';
import { SHOWN_STATUS } from './enrollment-row.ts';
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
    `select status, outcome, node, count(*)::int as count
       from (select ${SHOWN_STATUS} as status, e.outcome, e.node from enrollments e where ${text}) as shown
      group by grouping sets ((status), (outcome), (node))`,
    values,
  );
  const counted = (key: 'status' | 'outcome' | 'node') =>
    Object.fromEntries(rows.flatMap((row) => (row[key] === null ? [] : [[row[key], row.count]])));
  return { by_status: counted('status'), by_outcome: counted('outcome'), by_step: counted('node') };
}
