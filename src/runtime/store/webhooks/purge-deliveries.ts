import type { Queryable } from '../../../shared/postgres/database.ts';

/** Deletes deliveries of before that are over, and events that none is left of, so many at once; true while there may be more. */
export async function purgeDeliveries(db: Queryable, before: Date, limit: number): Promise<boolean> {
  const old = await db.query(
    `delete from deliveries where delivery_id in (
       select delivery_id from deliveries where created_at < $1 and due_at is null order by created_at limit $2)`,
    [before, limit],
  );
  const left = await db.query(
    `delete from outgoing_events where event_id in (
       select event_id from outgoing_events e
        where created_at < $1 and not exists (select from deliveries d where d.event_id = e.event_id) limit $2)`,
    [before, limit],
  );
  return old.rowCount === limit || left.rowCount === limit;
}
