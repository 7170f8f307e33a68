import { DAY } from '../../../../../shared/kit/duration.ts';
import type { Database } from '../../../../../shared/postgres/database.ts';
import { RETENTION_DAYS } from '../../../../contract/limits.ts';
import { inBatches } from '../../../store/purge.ts';

/**
 * Deletes sends that are over, as old as an event may be. Those that are still open stay, however old, and those whose copy is not filed yet.
 * What is asked of older mails (whose thread it is, which one bounced) the index of the mailbox knows.
 */
export async function purgeSends(db: Database, now: number): Promise<void> {
  const since = new Date(now - RETENTION_DAYS * DAY);
  await inBatches((batch) =>
    db.query(
      `delete from mail_sends where send_id in (
         select send_id from mail_sends
          where at < $1 and state in ('accepted', 'refused', 'unknown')
            and not exists (select 1 from mail_copies copy where copy.send_id = mail_sends.send_id and copy.wall_next_try_at <> 'infinity')
          limit $2)`,
      [since, batch],
    ),
  );
}
