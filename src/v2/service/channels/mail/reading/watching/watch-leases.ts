import { SECOND } from '../../../../../../shared/kit/duration.ts';
import { newId } from '../../../../../../shared/kit/ids.ts';
import type { Queryable } from '../../../../../../shared/postgres/database.ts';

/** A process that is not heard of for so long watches no more: its mailboxes are another's. */
const LEASE = 15 * SECOND;
/** A lease is made longer when it has less left than that. */
const RENEW = 10 * SECOND;

export type WatchedRow = { readonly account_id: string; readonly revision: number };

/** Which mailboxes this process watches, of several that serve the same database: each is watched by one of them. */
export interface WatchLeases {
  /** The mailboxes of this process from now on: those that it has, and those that nobody has (any more). */
  take(): Promise<readonly WatchedRow[]>;
  /** Lets others have them at once. */
  giveUp(): Promise<void>;
}

export function createWatchLeases(db: Queryable, lease = LEASE): WatchLeases {
  const process_id = newId('watch');
  return {
    async take() {
      await db.query(
        `insert into mail_watches (account_id, process_id, wall_until)
         select account_id, $1, now() + $2 * interval '1 millisecond'
           from mailboxes join accounts using (account_id) left join mail_watches w using (account_id)
          where status = 'connected'
            and (w.account_id is null or w.wall_until < now()
                 or (w.process_id = $1 and w.wall_until < now() + $3 * interval '1 millisecond'))
         on conflict (account_id) do update set process_id = excluded.process_id, wall_until = excluded.wall_until
           where mail_watches.wall_until < now() or mail_watches.process_id = excluded.process_id`,
        [process_id, lease, (lease * RENEW) / LEASE],
      );
      const { rows } = await db.query<WatchedRow>(
        `select account_id, revision from mailboxes join accounts using (account_id) join mail_watches w using (account_id)
          where status = 'connected' and w.process_id = $1 order by created_at, account_id`,
        [process_id],
      );
      return rows;
    },
    async giveUp() {
      await db.query('delete from mail_watches where process_id = $1', [process_id]);
    },
  };
}
