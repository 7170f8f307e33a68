import type { Queryable } from '../../../shared/postgres/database.ts';
import { addTallies } from '../campaigns/add-tallies.ts';
import { withdrawTasks } from '../tasks/close-tasks.ts';
import { addLines } from '../timeline/add-line.ts';
import { lockSeveral } from './lock-enrollments.ts';

/**
 * Raises the stop flag of those that have not ended, and returns their ids. The first reason stays, but for a reply: a
 * `wait_for` may have taken it, and then only what came after it counts. Every step reads the flag in the transaction that
 * writes its intent, so what is committed here wins over any step that has not begun its call. What a person was asked for them
 * is withdrawn. Those that were never started end right here: nobody walks for them.
 */
export async function stopEnrollments(
  tx: Queryable,
  stop: { readonly ids: readonly string[]; readonly outcome: string; readonly event_id: string; readonly at: Date },
): Promise<string[]> {
  await lockSeveral(tx, stop.ids);
  const { rows } = await tx.query<{ id: string; campaign_id: string | null; outcome: string | null }>(
    `update enrollments
        set stop_outcome = case when coalesce(stop_outcome, 'replied') = 'replied' then $2 else stop_outcome end,
            stop_event_id = case when coalesce(stop_outcome, 'replied') = 'replied' then $3 else stop_event_id end,
            stopped_at = case when coalesce(stop_outcome, 'replied') = 'replied' then $4 else stopped_at end,
            wall_stopped_at = case when coalesce(stop_outcome, 'replied') = 'replied' then clock_timestamp() else wall_stopped_at end,
            status = case when started_at is null then 'finished' else status end,
            outcome = case when started_at is null then $2 else outcome end,
            finished_at = case when started_at is null then $4 else finished_at end
      where id = any($1) and status <> 'finished'
      returning id, campaign_id, case when started_at is null then outcome end as outcome`,
    [[...stop.ids], stop.outcome, stop.event_id, stop.at],
  );
  const stopped = rows.map(({ id }) => id);
  await withdrawTasks(tx, stopped, stop.at);
  const ended = rows.filter((row) => row.outcome !== null);
  if (ended.length === 0) return stopped;
  const title = `Ended before it began: ${stop.outcome.replaceAll('_', ' ')}`;
  const line = { at: stop.at, node: null, type: 'finished', title, once: 'ended' };
  await addLines(
    tx,
    ended.map(({ id }) => ({ ...line, enrollment_id: id })),
  );
  await addTallies(
    tx,
    ended.flatMap(({ campaign_id }) =>
      campaign_id === null ? [] : [{ campaign_id, what: 'outcome' as const, name: stop.outcome }],
    ),
  );
  return stopped;
}
