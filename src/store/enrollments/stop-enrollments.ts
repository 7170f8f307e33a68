import type { Queryable } from '../../postgres/database.ts';
import { withdrawTasks } from '../tasks/close-tasks.ts';

/**
 * Raises the stop flag of those that have not ended, and returns their ids. The first reason stays, but for a reply: a
 * `wait_for` may have taken it, and then only what came after it counts. Every step reads the flag in the transaction that
 * writes its intent, so what is committed here wins over any step that has not begun its call. What a person was asked for them
 * is withdrawn.
 */
export async function stopEnrollments(
  tx: Queryable,
  stop: { readonly ids: readonly string[]; readonly outcome: string; readonly event_id: string; readonly at: Date },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update enrollments
        set stop_outcome = case when coalesce(stop_outcome, 'replied') = 'replied' then $2 else stop_outcome end,
            stop_event_id = case when coalesce(stop_outcome, 'replied') = 'replied' then $3 else stop_event_id end,
            stopped_at = case when coalesce(stop_outcome, 'replied') = 'replied' then $4 else stopped_at end
      where id = any($1) and status <> 'finished' returning id`,
    [[...stop.ids], stop.outcome, stop.event_id, stop.at],
  );
  const stopped = rows.map(({ id }) => id);
  await withdrawTasks(tx, stopped, stop.at);
  return stopped;
}
