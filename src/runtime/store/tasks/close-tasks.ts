import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';

// Whether a call in doubt went out, and whether somebody wants no more mail, is worth knowing after the end too: these questions stay open.
const LEFT = `status = 'open' and kind not in ('unknown_outcome', 'unclear_reply')`;

/** The enrollments stop: nobody needs to decide for them any more. */
export async function withdrawTasks(
  tx: Queryable,
  stopped: readonly { readonly enrollment_id: string; readonly at: Date }[],
): Promise<void> {
  if (stopped.length === 0) return;
  await tx.query(
    `update tasks t set status = 'withdrawn', decided_at = s.at
       from ${rowsOf('enrollment_id text, at timestamptz')} as s
      where t.enrollment_id = s.enrollment_id and ${LEFT}`,
    [jsonRows(stopped.map(({ enrollment_id, at }) => ({ enrollment_id, at })))],
  );
}

/**
 * The walk is at this visit of this node now, or has ended (null): what it asked elsewhere is over. `progress`: how far the walk
 * was; a worker that was frozen since must not close what a later step has asked. Absent: it closes everything.
 */
export async function closeLeftTasks(
  tx: Queryable,
  enrollmentId: string,
  current: { readonly node: string; readonly visit: number } | null,
  at: Date,
  progress?: readonly number[],
): Promise<void> {
  const elsewhere =
    '(t.node, t.visit) is distinct from ($3::text, $4::int) and t.asked <= coalesce($5::int[], t.asked)';
  await close(tx, elsewhere, [enrollmentId, at, current?.node ?? null, current?.visit ?? null, progress ?? null]);
}

/** Nobody decided in time. */
export async function expireTasks(tx: Queryable, enrollmentId: string, at: Date): Promise<void> {
  await close(tx, 't.due_at <= $2', [enrollmentId, at]);
}

/** Closes tasks, and says so in the timeline where their time was up. The enrollment is locked before its task, as a decision locks them. */
async function close(tx: Queryable, which: string, values: readonly unknown[]): Promise<void> {
  await tx.query(
    `with held as (select id from enrollments where id = $1 for no key update), closed as (
       update tasks t set status = case when t.due_at <= $2 then 'expired' else 'withdrawn' end, decided_at = $2
         from held where t.enrollment_id = held.id and ${LEFT} and ${which}
       returning t.id, t.enrollment_id, t.node, t.status, t.text
     )
     insert into timeline (enrollment_id, at, node, type, title, once, detail)
     select enrollment_id, $2, node, 'expired', 'Nobody decided in time: ' || text, 'task/' || id || '/expired',
            jsonb_build_object('task_id', id)
       from closed where status = 'expired'
     on conflict (enrollment_id, once) where once is not null do nothing`,
    values,
  );
}
