import type { Queryable } from '../../../shared/postgres/database.ts';
import { type EnrollmentFilter, enrollmentConditions } from './enrollment-filter.ts';
import { SHOWN_STATUS } from './enrollment-row.ts';
import { stepName } from './step-name.ts';

export interface EnrollmentCounts {
  readonly by_status: Readonly<Record<string, number>>;
  readonly by_outcome: Readonly<Record<string, number>>;
  /** Keyed by node within one sequence, and by `sequence/node` among several: equal ids of two sequences are two steps. */
  readonly by_step: Readonly<Record<string, number>>;
  /** docs/counts.md: the person has answered; however, and whether or not, it ended. */
  readonly replied: number;
}

interface Row {
  readonly counts: 'status' | 'outcome' | 'step' | 'all';
  readonly status: string | null;
  readonly outcome: string | null;
  readonly sequence: string | null;
  readonly node: string | null;
  readonly count: number;
  readonly replied: number;
}

/** Counts with the filters of the list, so that every number can be listed. */
export async function countEnrollments(db: Queryable, filter: EnrollmentFilter): Promise<EnrollmentCounts> {
  const { text, values } = enrollmentConditions(filter);
  const { rows } = await db.query<Row & Record<string, unknown>>(
    `select case grouping(status, outcome, node)
              when 3 then 'status' when 5 then 'outcome' when 6 then 'step' else 'all' end as counts,
            status, outcome, sequence, node, count(*)::int as count, count(replied_at)::int as replied
       from (select ${SHOWN_STATUS} as status, e.outcome, e.sequence, e.node, e.replied_at
               from enrollments e where ${text}) as shown
      group by grouping sets ((status), (outcome), (sequence, node), ())`,
    values,
  );
  const counted = (counts: Row['counts'], nameOf: (row: Row) => string | null) =>
    Object.fromEntries(
      rows.flatMap((row) => {
        const name = row.counts === counts ? nameOf(row) : null;
        return name === null ? [] : [[name, row.count]];
      }),
    );
  return {
    by_status: counted('status', ({ status }) => status),
    by_outcome: counted('outcome', ({ outcome }) => outcome),
    by_step: counted('step', ({ sequence, node }) => node && stepName(filter.sequence ?? null, sequence, node)),
    replied: rows.find(({ counts }) => counts === 'all')?.replied ?? 0,
  };
}
