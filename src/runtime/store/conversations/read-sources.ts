import type { Queryable } from '../../../shared/postgres/database.ts';

/** An event that a person of ours was found for. */
export interface EventOfPerson {
  readonly event_id: string;
  readonly account_id: string;
  readonly platform: string;
  readonly type: string;
  readonly payload: unknown;
  readonly occurred_at: Date;
  readonly lead_id: string;
}

/** A message that has gone out, with the step that it was. */
export interface SentMessage {
  readonly key: string;
  readonly lead_id: string;
  readonly enrollment_id: string;
  readonly sequence: string;
  readonly campaign_id: string | null;
  readonly node: string;
  readonly limit_class: string | null;
  /** The one that it went out from: the service may choose another mailbox of a pool. */
  readonly account_id: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}

/** All that these people caused. One that is read once more is matched still. */
export async function listEventsOf(db: Queryable, leadIds: readonly string[]): Promise<EventOfPerson[]> {
  const { rows } = await db.query<EventOfPerson & Record<string, unknown>>(
    `select event_id, account_id, platform, type, payload, occurred_at, lead_id from events
      where lead_id = any($1) and state in ('matched', 'pending') order by occurred_at, event_id`,
    [leadIds],
  );
  return rows;
}

/** All that went out to these people in words, invitations with a note among them. */
export async function listSentTo(db: Queryable, leadIds: readonly string[]): Promise<SentMessage[]> {
  const { rows } = await db.query<SentMessage & Record<string, unknown>>(
    `select i.key, e.lead_id, i.enrollment_id, e.sequence, e.campaign_id, i.node, i.limit_class, i.request -> 'params' as params, i.created_at,
            coalesce((select a.id from accounts a where a.platform = 'email' and lower(a.email) = lower(i.response #>> '{data,sent_from}') limit 1),
                     i.account_id) as account_id
       from enrollments e join intents i on i.enrollment_id = e.id
      where e.lead_id = any($1) and i.state = 'done'
        and (i.action = 'send' or (i.action = 'invite' and i.request #>> '{params,message_text}' is not null))
      order by i.created_at, i.key`,
    [leadIds],
  );
  return rows;
}
