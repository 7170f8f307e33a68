import type { Queryable } from '../../../shared/postgres/database.ts';

/** A person of a campaign, as the ledger has them. */
export interface PersonSoFarRow {
  /** The lead's; the enrollment's where the person was erased. */
  readonly id: string;
  readonly invited_at: Date | null;
  readonly accepted_at: Date | null;
  readonly replied_at: Date | null;
  /** Messages, InMails and emails that reached them; null: none. */
  readonly sent_at: readonly Date[] | null;
}

/** Everybody whom the campaign has enrolled: first those for whom something was done, in the order in which it was, then those who still wait for their turn. */
export async function readPeopleSoFar(db: Queryable, campaignId: string): Promise<PersonSoFarRow[]> {
  const { rows } = await db.query<PersonSoFarRow & Record<string, unknown>>(
    `select coalesce(e.lead_id, e.id) as id, e.invited_at, e.accepted_at, e.replied_at, s.sent_at
       from enrollments e,
            lateral (select array_agg(i.settled_at order by i.settled_at) as sent_at from intents i
                      where i.enrollment_id = e.id and i.state = 'done' and i.limit_class in ('message', 'inmail', 'email')) as s
      where e.campaign_id = $1
      order by (select min(i.settled_at) from intents i where i.enrollment_id = e.id and i.state = 'done') nulls last, e.id`,
    [campaignId],
  );
  return rows;
}
