import type { Queryable } from '../../../shared/postgres/database.ts';

/** Whether anybody's conversations wait to be read again. */
export async function hasChanges(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ waiting: boolean }>(
    'select exists (select from conversation_changes) as waiting',
    [],
  );
  return rows[0]?.waiting ?? false;
}

/** Only one at a time: of two, the one that has read earlier could write later. False: somebody else is at it. */
export async function lockFollower(tx: Queryable): Promise<boolean> {
  const { rows } = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock(4400, 60) as mine', []);
  return rows[0]?.mine ?? false;
}

/** Takes the oldest notes of changes, and says whose conversations they are about, by the ids that people have now. */
export async function takeChanges(tx: Queryable, limit: number): Promise<{ taken: number; lead_ids: string[] }> {
  const { rows } = await tx.query<{ taken: number; lead_ids: string[] }>(
    `with taken as (
       delete from conversation_changes where id in (select id from conversation_changes order by id limit $1) returning lead_id, enrollment_id
     )
     select (select count(*)::int from taken) as taken,
            array(select distinct coalesce(l.merged_into, l.id) from taken t left join enrollments e on e.id = t.enrollment_id
                    join leads l on l.id = coalesce(t.lead_id, e.lead_id) order by 1) as lead_ids`,
    [limit],
  );
  return rows[0] ?? { taken: 0, lead_ids: [] };
}
