import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
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
export const stopEnrollments = setwise(stopAll, { writes: true });

interface Stop {
  readonly ids: readonly string[];
  readonly outcome: string;
  readonly event_id: string;
  readonly at: Date;
}

const TAKES = `coalesce(e.stop_outcome, 'replied') = 'replied'`;

async function stopAll(tx: Queryable, stops: readonly Stop[]): Promise<string[][]> {
  const given = stops.flatMap(({ ids, ...stop }) => ids.map((enrollment_id) => ({ enrollment_id, ...stop })));
  await lockSeveral(
    tx,
    given.map(({ enrollment_id }) => enrollment_id),
  );
  const { rows } = await tx.query<{ id: string; campaign_id: string | null; outcome: string | null }>(
    `update enrollments e
        set stop_outcome = case when ${TAKES} then s.outcome else e.stop_outcome end,
            stop_event_id = case when ${TAKES} then s.event_id else e.stop_event_id end,
            stopped_at = case when ${TAKES} then s.at else e.stopped_at end,
            wall_stopped_at = case when ${TAKES} then clock_timestamp() else e.wall_stopped_at end,
            status = case when e.started_at is null then 'finished' else e.status end,
            outcome = case when e.started_at is null then s.outcome else e.outcome end,
            finished_at = case when e.started_at is null then s.at else e.finished_at end
       from ${rowsOf('enrollment_id text, outcome text, event_id text, at timestamptz')} as s
      where e.id = s.enrollment_id and e.status <> 'finished'
      returning e.id, e.campaign_id, case when e.started_at is null then e.outcome end as outcome`,
    [jsonRows(given)],
  );
  const own = new Map(given.map((stop) => [stop.enrollment_id, stop]));
  await withdrawTasks(
    tx,
    rows.flatMap(({ id }) => own.get(id) ?? []),
  );
  await endBeforeBegun(
    tx,
    rows.flatMap(({ id, campaign_id, outcome }) => {
      const stop = own.get(id);
      return stop === undefined || outcome === null ? [] : [{ ...stop, campaign_id }];
    }),
  );
  return stops.map(({ ids }) => {
    const asked = new Set(ids);
    return rows.map(({ id }) => id).filter((id) => asked.has(id));
  });
}

async function endBeforeBegun(
  tx: Queryable,
  ended: readonly (Omit<Stop, 'ids'> & { readonly enrollment_id: string; readonly campaign_id: string | null })[],
): Promise<void> {
  if (ended.length === 0) return;
  await addLines(
    tx,
    ended.map(({ enrollment_id, outcome, at }) => {
      const title = `Ended before it began: ${outcome.replaceAll('_', ' ')}`;
      return { enrollment_id, at, node: null, type: 'finished', title, once: 'ended' };
    }),
  );
  await addTallies(
    tx,
    ended.flatMap(({ campaign_id, outcome }) =>
      campaign_id === null ? [] : [{ campaign_id, what: 'outcome' as const, name: outcome }],
    ),
  );
}
