import type { Queryable } from '../../../shared/postgres/database.ts';
import { lockSeveral } from './lock-enrollments.ts';

/**
 * Pauses or resumes those that can be, and returns their ids. Every step reads it in the transaction that writes its intent; a walk
 * that sleeps or waits hears of it by its signal.
 */
export async function setPausedOf(tx: Queryable, ids: readonly string[], paused: boolean): Promise<string[]> {
  await lockSeveral(tx, ids);
  const { rows } = await tx.query<{ id: string }>(
    paused
      ? `update enrollments set paused = true, status = 'paused'
          where id = any($1) and not paused and status <> 'finished' returning id`
      : `update enrollments e
            set paused = false,
                status = case when started_at is null then 'queued'
                              when waiting_kind = 'person'
                               and exists (select from tasks t where t.enrollment_id = e.id and t.status = 'open' offset 0)
                              then 'needs_person' else 'active' end
          where id = any($1) and paused and status <> 'finished' returning id`,
    [[...ids]],
  );
  return rows.map(({ id }) => id);
}

/** False when there is nothing to pause, or to resume. */
export async function setPaused(tx: Queryable, id: string, paused: boolean): Promise<boolean> {
  return (await setPausedOf(tx, [id], paused)).length === 1;
}
