import type { Queryable } from '../../../shared/postgres/database.ts';

/**
 * Whether a walk that runs stands as if it had not heard what is written of it, though nothing of that is on its way any more: Temporal was set back to where the walk
 * had last written that it stands, and what it was told since is forgotten there. A stop, a pause or its end, a decision.
 */
export async function standsUnheard(db: Queryable, enrollmentId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from enrollments e
      where e.id = $1 and e.status <> 'finished' and not exists (select from outbox o where o.target_id = e.id)
        and (e.stop_outcome is not null
             or exists (select from walks w where w.enrollment_id = e.id and (w.state ->> 'paused')::boolean <> e.paused)
             or (e.status = 'needs_person'
                 and exists (select from tasks k where k.enrollment_id = e.id and k.node = e.node and k.visit = e.visit and k.decision is not null)
                 and not exists (select from tasks k where k.enrollment_id = e.id and k.status = 'open')))`,
    [enrollmentId],
  );
  return rows.length > 0;
}
