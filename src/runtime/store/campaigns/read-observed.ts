import type { Queryable } from '../../../shared/postgres/database.ts';

/** The progress of a campaign's people so far. */
export interface ObservedCampaign {
  /** When the first of them began; null: nobody has. */
  readonly began_at: Date | null;
  /** Invited before `settled`, and of these who accepted. */
  readonly invited: number;
  readonly accepted: number;
  /** Messages, InMails and emails that went out before `settled`, and people who have replied. */
  readonly sent: number;
  readonly replied: number;
  readonly mailed: number;
  readonly bounced: number;
  readonly unsubscribed: number;
}

const NOTHING = {
  began_at: null,
  invited: 0,
  accepted: 0,
  sent: 0,
  replied: 0,
  mailed: 0,
  bounced: 0,
  unsubscribed: 0,
};

/** `settled`: whoever was reached later may still answer, and is not taken for silent. */
export async function readObserved(db: Queryable, campaignId: string, settled: Date): Promise<ObservedCampaign> {
  const { rows } = await db.query<ObservedCampaign & Record<string, unknown>>(
    `with mine as (select * from enrollments where campaign_id = $1 and started_at is not null),
          sends as (select i.enrollment_id, i.limit_class from intents i join mine m on m.id = i.enrollment_id
                     where i.state = 'done' and i.limit_class in ('message', 'inmail', 'email') and i.settled_at <= $2),
          reached as (select distinct enrollment_id from sends)
     select (select min(started_at) from mine) as began_at,
            (select count(*)::int from mine where invited_at <= $2) as invited,
            (select count(*)::int from mine where invited_at <= $2 and accepted_at is not null) as accepted,
            (select count(*)::int from sends) as sent,
            (select count(*)::int from mine join reached r on r.enrollment_id = mine.id where replied_at is not null) as replied,
            (select count(*)::int from sends where limit_class = 'email') as mailed,
            (select count(*)::int from mine join reached r on r.enrollment_id = mine.id where outcome = 'bounced') as bounced,
            (select count(*)::int from mine join reached r on r.enrollment_id = mine.id where outcome = 'unsubscribed') as unsubscribed`,
    [campaignId, settled],
  );
  return rows[0] ?? NOTHING;
}
