import type { Queryable } from '../../postgres/database.ts';

// Whether a call in doubt went out is worth knowing after the end too, so that question stays open.
const LEFT = `status = 'open' and kind <> 'unknown_outcome'`;

/** The enrollments stop: nobody needs to decide for them any more. */
export async function withdrawTasks(tx: Queryable, enrollmentIds: readonly string[], at: Date): Promise<void> {
  if (enrollmentIds.length === 0) return;
  await tx.query(`update tasks set status = 'withdrawn', decided_at = $2 where enrollment_id = any($1) and ${LEFT}`, [
    [...enrollmentIds],
    at,
  ]);
}

/** The walk stands at this visit of this node now, or has ended (null): what it asked elsewhere is over, and the timeline says so. */
export async function closeLeftTasks(
  tx: Queryable,
  enrollmentId: string,
  standing: { readonly node: string; readonly visit: number } | null,
  at: Date,
): Promise<void> {
  await tx.query(
    `with closed as (
       update tasks set status = case when due_at <= $4 then 'expired' else 'withdrawn' end, decided_at = $4
        where enrollment_id = $1 and ${LEFT} and (node, visit) is distinct from ($2::text, $3::int)
       returning id, enrollment_id, node, status, text
     )
     insert into timeline (enrollment_id, at, node, type, title, once)
     select enrollment_id, $4, node, 'expired', 'Nobody decided in time: ' || text, 'task/' || id || '/expired'
       from closed where status = 'expired'
     on conflict (enrollment_id, once) where once is not null do nothing`,
    [enrollmentId, standing?.node ?? null, standing?.visit ?? null, at],
  );
}
