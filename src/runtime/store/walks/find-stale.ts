import type { Queryable } from '../../../shared/postgres/database.ts';

const IS_SENDER = `a.id in (e.senders ->> 'professional', e.senders ->> 'messenger', e.senders ->> 'email')`;
const BEHIND = 'a.wall_behind_since is not null';

/**
 * Why the row of a walk that runs may say where it stood at an earlier time, as the id of an event: a sender of it is behind, or what it waits for
 * was due before `due` (virtual time) by the row. The same reason has the same id. Null: there is none.
 */
export async function findStale(db: Queryable, enrollmentId: string, due: Date): Promise<string | null> {
  const { rows } = await db.query<{ reason: string | null }>(
    `select coalesce(
              (select 'put_back/' || extract(epoch from max(a.wall_behind_since)) from accounts a where ${IS_SENDER} and ${BEHIND}),
              case when e.until < $2 and e.status = 'active' then 'due/' || extract(epoch from e.until) end) as reason
       from enrollments e where e.id = $1`,
    [enrollmentId, due],
  );
  return rows[0]?.reason ?? null;
}

/** Whether the log of the V2 service, or Temporal, has shown that Postgres is of an earlier time, and a sender of it is held for that. */
export async function hasBehindSender(db: Queryable, enrollmentId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from enrollments e join accounts a on ${IS_SENDER} where e.id = $1 and ${BEHIND} limit 1`,
    [enrollmentId],
  );
  return rows.length > 0;
}
