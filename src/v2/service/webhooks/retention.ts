import { DAY } from '../../../shared/kit/duration.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { RETENTION_DAYS } from '../../contract/limits.ts';
import { inBatches } from '../store/purge.ts';

/** Virtual time before which events and delivery records are over, whether or not they were purged yet. */
export const retainedSince = (now: number): Date => new Date(now - RETENTION_DAYS * DAY);

/** Deletes what is over. An event stays as long as a delivery of it is a record to keep. */
export async function purgeExpired(db: Database, now: number): Promise<void> {
  const since = retainedSince(now);
  await inBatches((batch) =>
    db.query(
      `delete from deliveries where delivery_id in
         (select delivery_id from deliveries where created_at < $1 limit $2)`,
      [since, batch],
    ),
  );
  await inBatches((batch) =>
    db.query(
      `delete from events where event_id in (
         select event_id from events
         where emitted_at < $1 and not exists (select 1 from deliveries where deliveries.event_id = events.event_id)
         limit $2)`,
      [since, batch],
    ),
  );
}
