import type { Queryable } from '../../../shared/postgres/database.ts';
import type { Listing } from '../listing.ts';
import type { EventRow } from './claim-event.ts';
import { HOLDS, type Holds } from './unmatched-replies.ts';

/** SQL: the type is that of a message that somebody wrote. The payload says which message it is. */
const WRITTEN = `type ~* 'message|mail|chat|repl|sms|whatsapp' and type !~* 'sent|outgoing|outbound|bounce|complain|deliver|open|click|fail'`;
const COLUMNS = 'event_id, account_id, platform, type, payload, occurred_at, received_at, state, lead_id, note';

export interface UnmatchedRow extends EventRow {
  /** The enrollments that wait until its author is known; null: none does. */
  readonly holds: Holds | null;
}

/** Messages that no person fits. */
export const unmatchedListing: Listing<UnmatchedRow> = {
  ...{
    columns: `${COLUMNS}, ${HOLDS} as holds`,
    tables: 'events',
    where: `state = 'unmatched' and ${WRITTEN}`,
    values: [],
  },
  orders: {
    received_at: [
      { sql: 'received_at', of: (row) => row.received_at, kind: 'time' },
      { sql: 'event_id', of: (row) => row.event_id, kind: 'text' },
    ],
  },
  usual: '-received_at',
};

/** Locked; null: there is none, or it is not unmatched any more. */
export async function lockUnmatched(tx: Queryable, id: string): Promise<EventRow | null> {
  const { rows } = await tx.query<EventRow & Record<string, unknown>>(
    `select ${COLUMNS} from events where event_id = $1 and state = 'unmatched' for update`,
    [id],
  );
  return rows[0] ?? null;
}

/** Leaves a message unmatched, so that it is shown no more. If its author's name is learned later, it is read again. */
export async function leaveUnmatched(tx: Queryable, id: string): Promise<void> {
  await tx.query(`update events set state = 'ignored', note = 'left by a person' where event_id = $1`, [id]);
}
