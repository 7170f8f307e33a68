import { DAY } from '../../../shared/kit/duration.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';

/** Virtual time for which deliveries are kept. */
const KEPT = 30 * DAY;
const AT_ONCE = 5000;

/** Deletes deliveries that are over, and events that none is left of; true while there may be more. */
export async function purgeDeliveries(db: Queryable, now: number): Promise<boolean> {
  const since = new Date(now - KEPT);
  const old = await db.query(
    `delete from deliveries where delivery_id in (
       select delivery_id from deliveries where created_at < $1 and due_at is null order by created_at limit $2)`,
    [since, AT_ONCE],
  );
  const left = await db.query(
    `delete from outgoing_events where event_id in (
       select event_id from outgoing_events e
        where created_at < $1 and not exists (select from deliveries d where d.event_id = e.event_id) limit $2)`,
    [since, AT_ONCE],
  );
  return old.rowCount === AT_ONCE || left.rowCount === AT_ONCE;
}
