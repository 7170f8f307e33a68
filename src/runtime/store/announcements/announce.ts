import type { Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';

/** An event for webhooks and streams whose cause writes no line of the timeline. */
export interface Announcement {
  /** The type of the event as webhooks call it. */
  readonly type:
    | 'account.disconnected'
    | 'account.paused'
    | 'account.recovered'
    | 'campaign.finished'
    | 'campaign.paused'
    | 'campaign.started'
    | 'enrollment.waiting'
    | 'lead.erased'
    | 'lead.suppressed'
    | 'reply.labeled'
    | 'reply.received'
    | 'sequence.published'
    | 'webhook.switched_off';
  /** Virtual time. */
  readonly at: Date;
  readonly enrollment_id?: string | null;
  readonly lead_id?: string | null;
  readonly campaign_id?: string | null;
  readonly account_id?: string | null;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/**
 * Announces events to webhooks and streams, in the transaction of their cause and in their order. A person may be gone by the time that their no is
 * written, which must not fail for it.
 */
export async function announce(tx: Queryable, ...announcements: readonly Announcement[]): Promise<void> {
  if (announcements.length === 0) return;
  await tx.query(
    `insert into announcements (type, at, enrollment_id, lead_id, campaign_id, account_id, detail)
     select type, at, enrollment_id, (select id from leads where id = a.lead_id), campaign_id, account_id, coalesce(detail, '{}')
       from ${rowsOf(`type text, at timestamptz, enrollment_id text, lead_id text, campaign_id text, account_id text,
         detail jsonb`)} as a`,
    [jsonRows(announcements)],
  );
}
