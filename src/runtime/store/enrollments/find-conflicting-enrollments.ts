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
    // Each is looked up by itself: else Postgres might read all people of the sequence for it.
    `select e.id, e.lead_id, e.sequence, case when e.status = 'finished' then coalesce(e.finished_at, e.created_at) end as finished_at
       from unnest($1::text[]) as person (id) cross join lateral (
         select * from enrollments where lead_id = person.id and (status <> 'finished' or sequence = $2) offset 0) as e
      order by e.id`,
    [[...leadIds], sequence],
  );
  return rows;
}
