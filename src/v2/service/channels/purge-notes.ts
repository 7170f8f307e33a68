import { DAY } from '../../../shared/kit/duration.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { RETENTION_DAYS } from '../../contract/limits.ts';
import { inBatches } from '../store/purge.ts';

/** Deletes what the service keeps for its adapters, when it is as old as an event may be. An act that has not ended stays, however old. */
export async function purgeNotes(db: Database, now: number): Promise<void> {
  const before = new Date(now - RETENTION_DAYS * DAY);
  await inBatches((batch) =>
    db.query(
      `delete from acts where effect_id in (
         select effect_id from acts where state = 'ended' and ended_at < $1 limit $2)`,
      [before, batch],
    ),
  );
  await inBatches((batch) =>
    db.query(
      `delete from told_incoming where (account_id, incoming_id) in (
         select account_id, incoming_id from told_incoming where told_at < $1 limit $2)`,
      [before, batch],
    ),
  );
}
