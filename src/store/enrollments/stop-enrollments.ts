import type { Queryable } from '../database.ts';

/**
 * Raises the stop flag of those that have not ended, and returns their ids. The first reason stays. Every step reads the flag
 * in the transaction that writes its intent, so what is committed here wins over any step that has not begun its call.
 */
export async function stopEnrollments(
  tx: Queryable,
  stop: { readonly ids: readonly string[]; readonly outcome: string; readonly event_id: string; readonly at: Date },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update enrollments set stop_outcome = coalesce(stop_outcome, $2), stop_event_id = coalesce(stop_event_id, $3),
            stopped_at = coalesce(stopped_at, $4)
      where id = any($1) and status <> 'finished' returning id`,
    [[...stop.ids], stop.outcome, stop.event_id, stop.at],
  );
  return rows.map(({ id }) => id);
}
