import type { Queryable } from '../../../shared/postgres/database.ts';

/**
 * Whether a step's message to this person is under way, or is in doubt and was begun after the answer was written: its words are about to stand
 * where the writer has not seen them.
 */
export async function hasOpenSend(tx: Queryable, leadId: string, writtenAt: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from enrollments e join intents i on i.enrollment_id = e.id
      where e.lead_id = $1 and i.limit_class in ('invite', 'message', 'inmail', 'email')
        and (i.state = 'sent' or (i.state = 'unknown' and i.wall_created_at > $2)) limit 1`,
    [leadId, writtenAt],
  );
  return rowCount === 1;
}
