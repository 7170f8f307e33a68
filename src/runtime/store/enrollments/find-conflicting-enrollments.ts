import type { Queryable } from '../../../shared/postgres/database.ts';

export interface ConflictingEnrollment {
  readonly id: string;
  readonly lead_id: string;
  readonly sequence: string;
  /** Null: it has not ended. */
  readonly finished_at: Date | null;
}

/** Enrollments that may forbid enrolling these people: every unfinished one, and all in this sequence. */
export async function findConflictingEnrollments(
  tx: Queryable,
  leadIds: readonly string[],
  sequence: string,
): Promise<ConflictingEnrollment[]> {
  if (leadIds.length === 0) return [];
  const { rows } = await tx.query<ConflictingEnrollment & Record<string, unknown>>(
    `select id, lead_id, sequence, case when status = 'finished' then coalesce(finished_at, created_at) end as finished_at
       from enrollments where lead_id = any($1) and (status <> 'finished' or sequence = $2) order by id`,
    [[...leadIds], sequence],
  );
  return rows;
}
