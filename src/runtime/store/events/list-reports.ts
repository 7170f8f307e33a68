import type { Queryable } from '../../../shared/postgres/database.ts';
import type { EventRow } from './claim-event.ts';

/** Events of mails that came back or were called spam, in the order of their ids. */
export async function listReportsAfter(db: Queryable, place: string, limit: number): Promise<EventRow[]> {
  const { rows } = await db.query<EventRow & Record<string, unknown>>(
    `select e.* from mail_troubles t join events e on e.event_id = t.event_id
      where t.event_id > $1 order by t.event_id limit $2`,
    [place, limit],
  );
  return rows;
}

/** Mails that a person has sent since. */
export async function listMailsOf(db: Queryable, leadId: string, since: Date): Promise<EventRow[]> {
  const { rows } = await db.query<EventRow & Record<string, unknown>>(
    `select * from events where lead_id = $1 and platform = 'email' and state = 'matched' and occurred_at > $2
      order by occurred_at`,
    [leadId, since],
  );
  return rows;
}
