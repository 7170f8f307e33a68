import type { Queryable } from '../../postgres/database.ts';

export interface StandingEnrollment {
  readonly id: string;
  readonly sequence: string;
  readonly finished: boolean;
}

/** What stands against enrolling these people: any unfinished enrollment, and any at all in this sequence. Its own first. */
export async function findStandingEnrollments(
  tx: Queryable,
  leadIds: readonly string[],
  sequence: string,
): Promise<StandingEnrollment[]> {
  const { rows } = await tx.query<StandingEnrollment & Record<string, unknown>>(
    `select id, sequence, status = 'finished' as finished from enrollments
      where lead_id = any($1) and (status <> 'finished' or sequence = $2)
      order by sequence = $2 desc, status = 'finished', id`,
    [[...leadIds], sequence],
  );
  return rows;
}
