import type { Queryable } from '../../postgres/database.ts';

/** Shown at once; the walk itself stops at its signal. False when there is nothing to pause, or to resume. */
export async function setPaused(tx: Queryable, id: string, paused: boolean): Promise<boolean> {
  const { rowCount } = await tx.query(
    paused
      ? `update enrollments set status = 'paused' where id = $1 and status in ('queued', 'active', 'needs_person')`
      : `update enrollments
            set status = case when waiting_kind = 'person'
                           and exists (select from tasks t where t.enrollment_id = $1 and t.status = 'open')
                         then 'needs_person' else 'active' end
          where id = $1 and status = 'paused'`,
    [id],
  );
  return rowCount === 1;
}
